// The editor of a task page: CodeMirror 6 with Python in a shadow root, where its styles are adopted sheets that no policy forbids.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { pythonLanguage } from "@codemirror/lang-python";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const setMark = StateEffect.define();
const lineMark = Decoration.line({ class: "cm-marked" });
const marked = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMark)) return effect.value === null ? Decoration.none : Decoration.set([lineMark.range(effect.value)]);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.self, tags.operatorKeyword], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.docString, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--wait)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.definition(tags.function(tags.variableName)), fontWeight: "600" },
]);

const theme = EditorView.theme({
  "&": { flex: "1", minWidth: "0", color: "var(--ink)", backgroundColor: "var(--card)", fontSize: "var(--small)", borderRadius: "var(--round)" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "0" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", minHeight: "12rem" },
  ".cm-content": { caretColor: "var(--ink)" },
  "&.cm-focused .cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--rule)" },
  ".cm-gutters": { color: "var(--soft)", backgroundColor: "transparent", borderRight: "1px solid var(--line)", borderRadius: "var(--round) 0 0 var(--round)" },
  ".cm-marked": { backgroundColor: "var(--tint)", boxShadow: "inset 3px 0 var(--bad)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--tint)", outline: "1px solid var(--rule)" },
});

// Over a selection the browser itself would write an element with a style attribute, which the page's policy forbids.
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.data === null || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/** Put an editor into an element. `change` is called after each change by the learner, but not after `write`. */
export function openEditor(parent, { text, label, change }) {
  const root = parent.attachShadow({ mode: "open" });
  let isWriting = false;
  const extensions = [
    lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), EditorState.tabSize.of(4), indentUnit.of("    "),
    pythonLanguage, marked, typeOverSelection, syntaxHighlighting(colors), theme, EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.updateListener.of((update) => update.docChanged && !isWriting && change()),
  ];
  const view = new EditorView({ root, parent: root, state: EditorState.create({ doc: text, extensions }) });
  return {
    read: () => view.state.doc.toString(),
    write(text) {
      isWriting = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      isWriting = false;
    },
    mark(number) {
      const lines = view.state.doc.lines;
      const position = number && number <= lines ? view.state.doc.line(number).from : null;
      view.dispatch({ effects: [setMark.of(position), ...(position === null ? [] : [EditorView.scrollIntoView(position)])] });
    },
    focus: () => view.focus(),
  };
}

"use strict";
// Read an answer to a numeric question, and look up in which bands it lies. Patterns, messages and bands come with the
// page from grader/questions/numeric/, and the rules are those of parse.py and judge.py: tests compare
// what both say of thousands of texts.
const numbers = (() => {
  const { tables } = JSON.parse(document.getElementById("data").textContent);
  const { LIKE_ASCII, PROBLEMS, HOW_MANY } = tables;
  const BLANK = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/; // what Python takes for blanks
  const form = Object.fromEntries(Object.entries(tables.PATTERNS).map(([name, text]) => [name, new RegExp(`^(?:${text})$`, "u")]));
  const found = (values, note = "", problem = "") => ({ values, note, problem });
  const filled = (text, words) => text.replace(/\{(\w+)\}/g, (_, name) => words[name]);
  const refused = (problem, words) => found([], "", filled(PROBLEMS[problem], words));
  const counted = (count) => `${HOW_MANY[count] ?? count} number${count === 1 ? "" : "s"}`;
  const sentence = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
  const inOneLine = (text) => text.split(BLANK).filter(Boolean).join(" ");
  const is = (category, character) => new RegExp(`^\\p{${category}}$`, "u").test(character);

  function ascii(character) {
    if (character < "\x80") return character >= " " && character !== "\x7f" ? character : " ";
    if (!is("Nd", character)) return is("Zs", character) ? " " : is("Cf", character) ? "" : character;
    const code = character.codePointAt(0);
    let start = code; // digits stand in rows of ten, and rows may touch
    while (is("Nd", String.fromCodePoint(start - 1))) start -= 1;
    return String((code - start) % 10);
  }

  const tidied = (text) => inOneLine(Array.from(text, (each) => ascii(LIKE_ASCII[each] ?? each)).join(""));

  function escaped(character) {
    if (!is("C", character)) return character;
    const hex = character.codePointAt(0).toString(16);
    return hex.length < 3 ? `\\x${hex.padStart(2, "0")}` : hex.length < 5 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  }

  function quoted(text) {
    const start = Array.from(inOneLine(text)).slice(0, tables.QUOTED_LENGTH + 1);
    const shown = Array.from(start.map(escaped).join("").replaceAll("##[", "# #["));
    return shown.length > tables.QUOTED_LENGTH ? `"${shown.slice(0, tables.QUOTED_LENGTH).join("")}…"` : `"${shown.join("")}"`;
  }

  // At most six decimals, as Python writes them: what lies exactly in the middle goes to the even digit.
  function shown(value) {
    if (Object.is(value, -0)) return "-0";
    if (value && !(Math.abs(value) >= 1e-4 && Math.abs(value) < 1e15)) {
      const [digits, power] = Number(value.toPrecision(6)).toExponential().split("e");
      return Number(power) === -4 ? "0.0001" : `${digits}e${power[0]}${power.slice(1).padStart(2, "0")}`;
    }
    const exact = value.toFixed(30);
    const text = /[02468]50{23}$/.test(exact) ? exact.slice(0, -24) : value.toFixed(6);
    return text.replace(/\.?0+$/, "");
  }

  const fits = (value, { ofOne, isPartOfOne }) =>
    isPartOfOne ? value >= 0 && value <= 1 : ofOne !== "count" || (value >= 0 && Number.isInteger(value));

  function meanings(digits, { ofOne }) {
    if (form.plain.test(digits) && !(ofOne === "count" && form.grouped.test(digits))) return [digits];
    const matches = tables.FORMS.map((name) => form[name].exec(digits)).filter(Boolean);
    return matches.map((match) => `${match[1].replace(/\D/g, "") || 0}.${match.at(-1) || 0}`);
  }

  function plainNumber(body, asked, isPercent) {
    const [, sign, digits, exponent] = form.number.exec(body) ?? ["", "", "", ""];
    const all = meanings(digits.trim(), asked).map((each) => Number(`${sign}${each}e${exponent || 0}`));
    if (!all.length) {
      const isInfinite = tables.NOT_NUMBERS.includes(body.replace(/^[+\- ]+/, "").toLowerCase());
      return refused(isInfinite ? "infinite" : form.several.test(body) ? "several" : "word", asked);
    }
    if (!all.every(Number.isFinite)) return refused("large", asked);
    if (all.includes(0) && /[1-9]/.test(digits)) return refused("tiny", asked);
    const values = isPercent ? all.map((each) => each / 100) : all;
    const fitting = values.filter((each) => fits(each, asked));
    if (fitting.length > 1) return refused("either", { ...asked, one: shown(fitting[0]), other: shown(fitting[1]) });
    const value = fitting[0] ?? values[0];
    return found([value], form.plain.test(digits) && value === values[0] ? "" : `read as ${shown(value)}`);
  }

  function fraction(body, asked) {
    const parts = body.split("/").map((part) => plainNumber(part.trim(), { ...asked, ofOne: "number", isPartOfOne: false }));
    if (parts.length !== 2) return refused("lines", asked);
    const [above, below] = parts.map((part) => part.values[0]);
    if (above === undefined || below === undefined) return found([], "", parts[0].problem || parts[1].problem);
    if (below === 0) return refused("zero", asked);
    return Number.isFinite(above / below) ? found([above / below]) : refused("large", asked);
  }

  function oneNumber(text, facts) {
    const asked = { ...facts, text: quoted(text), how: facts.howOne };
    if (Array.from(text).length > tables.MAX_LENGTH) return refused("long", asked);
    let plain = tidied(text).replace(/^[=≈~ ]+/, "");
    if (facts.unit && plain.toLowerCase().endsWith(facts.unit.toLowerCase())) plain = plain.slice(0, -facts.unit.length).trimEnd();
    if (!plain) return refused("empty", asked);
    const body = plain.replace(/([.,]\d+)[.,]$/, "$1").replace(/ *%$/, "");
    const isPercent = plain.endsWith("%");
    if (isPercent && !facts.isPartOfOne) return refused("percent", asked);
    if (isPercent && body.includes("/")) return refused("both", asked);
    const { values, note, problem } = body.includes("/") ? fraction(body, asked) : plainNumber(body, asked, isPercent);
    const [value] = values;
    if (problem || fits(value, facts)) return found(values, note, problem);
    if (facts.ofOne === "count") return found(values, note, PROBLEMS[value < 0 ? "negative" : "whole"]);
    const hint = value > 1 && value <= 100 && !isPercent ? filled(PROBLEMS.if_percent, { value: shown(value) }) : "";
    return found(values, note, PROBLEMS[facts.ofOne] + hint);
  }

  function severalNumbers(text, facts) {
    const asked = { ...facts, text: quoted(text) };
    const plain = tidied(text).replace(/^[{}[\]()<> ]+|[{}[\]()<> ]+$/g, "");
    if (!plain) return refused("empty", asked);
    for (const separator of tables.SEPARATORS) {
      const parts = plain.split(new RegExp(separator)).map((part) => part.trim());
      if (parts.length === facts.size && parts.every(Boolean)) {
        const each = parts.map((part) => oneNumber(part, facts));
        const values = each.flatMap((one) => one.values);
        const notes = each.flatMap((one, place) => (one.note ? [`${quoted(parts[place])} ${one.note}`] : []));
        const problem = each.map((one) => one.problem).find(Boolean) ?? "";
        return found(values.length === facts.size ? values : [], notes.join(", "), problem);
      }
      if (separator === ";" && parts.length > 1) return refused("size", { ...asked, found: counted(parts.length) });
    }
    return refused("list", asked);
  }

  function tokens(text, { kind, words }) {
    const asked = { text: quoted(text), words: words.join(", ") };
    const all = new Set();
    const plain = tidied(text.replace(/["'`“”‘’„«»]/g, "")).replace(/^[{}[\]()<> ,;]+|[{}[\]()<> ,;]+$/g, "");
    for (const part of plain.split(/[,; ]+/).filter(Boolean)) {
      const alike = words.filter((each) => each.toLowerCase() === part.toLowerCase());
      const byId = /^[0-9]{1,3}$/.test(part) ? words[Number(part)] : undefined;
      const known = words.includes(part) ? part : alike.length === 1 ? alike[0] : byId;
      if (known === undefined) return refused("token", { ...asked, text: quoted(part) });
      all.add(known);
    }
    if (!all.size) return refused("no_token", asked);
    return kind === "token" && all.size > 1 ? refused("tokens", asked) : found(words.filter((each) => all.has(each)));
  }

  function pieces(text, words) {
    const parts = tidied(text).match(/[\p{L}\p{Nl}\p{No}]+/gu) ?? [];
    if (!parts.length) return refused("no_pieces", { words });
    if (parts.join("").toLowerCase() !== words.toLowerCase()) return refused("pieces", { text: quoted(text), words });
    return found(parts.join("") === words ? parts : parts.map((each) => each.toLowerCase()));
  }

  function read(text, facts) {
    const length = Array.from(text).length;
    if (length > tables.MAX_ROW_LENGTH) return refused("row", { length });
    if (facts.kind === "pieces") return pieces(text, facts.words.join(""));
    if (facts.kind.startsWith("token")) return tokens(text, facts);
    return facts.isList ? severalNumbers(text, facts) : oneNumber(text, facts);
  }

  function told(mistakes, [opening, first, further]) {
    const words = mistakes.map((each) => each.told);
    return words.length === 1 ? words[0] : `${opening.replace("{count}", HOW_MANY[words.length] ?? words.length)} ${first} ${words.join(` ${further} `)}`;
  }

  // Return the score and the message, or what is missing.
  function judge(text, facts) {
    const { values, note, problem } = read(text, facts);
    if (!values.length) return { missing: sentence(problem) };
    const entries = typeof values[0] === "string" ? [values.join(" ")] : values;
    const bands = entries.map((value, place) => facts.bands[place].filter(([low, high]) => low <= value && value <= high).map((band) => band[2]));
    const judged = (score, message) => ({ score, notes: [], message: `${message}${note ? ` (${sentence(note)})` : ""}`.trim() });
    const all = (tag, other) => bands.every((each) => each.includes(tag) || each.includes(other));
    if (bands[0].includes("misprint")) return judged(2, facts.misprint);
    if (all("right")) return judged(2, "");
    const tests = [({ tag }) => all(tag) && all(`${tag}!`), ({ tag }) => all(tag), ({ tag }) => all(tag, "right")];
    const hit = tests.map((test) => facts.mistakes.filter(test)).find((each) => each.length);
    if (hit) return judged(0, told(hit, facts.either));
    const left = new Set(bands.flatMap((each, place) => (each.includes("right") ? [] : [place])));
    const both = facts.mistakes.filter(({ tag, concerns }) => {
      const explains = concerns.every((place) => left.has(place) && bands[place].includes(tag));
      if (explains) concerns.forEach((place) => left.delete(place));
      return explains;
    });
    if (!left.size) return judged(0, told(both, facts.both));
    if (problem) return { missing: sentence(problem) };
    if (all("early")) return judged(1, facts.tooEarly);
    const good = facts.ordinals.filter((_, place) => bands[place]?.includes("right"));
    const last = good.pop();
    const which = good.length ? `The ${good.join(", ")} and ${last} numbers are` : `The ${last} number is`;
    return judged(0, last ? `${which} right, and the rest is not.` : "");
  }

  return { read, judge };
})();

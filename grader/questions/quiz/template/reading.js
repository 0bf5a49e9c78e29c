"use strict";
// Read a number as people write it. The rules and the words are those of grader/questions/numeric/parse_number.py and rows.py, and a
// test compares the two over a long table of texts.
const reading = (() => {
  const MAX_LENGTH = 200, MAX_ROW_LENGTH = 2000, QUOTED_LENGTH = 40;
  const EXAMPLES = { count: "249", number: "2.5" };
  const LIKE_ASCII = new Map([
    ..."−‒–—﹣－".split("").map((sign) => [sign, "-"]), ..."⁄∕／".split("").map((sign) => [sign, "/"]),
    ..."％﹪٪".split("").map((sign) => [sign, "%"]), ["．", "."], ["，", ","], ["＋", "+"], ["٫", ","], ["’", "'"],
  ]);
  const PLAIN = /^([+-]?) ?([\d.,' ]*\d[.,]?)(?:[eE]([+-]?\d{1,6}))?$/;
  const AS_IN_PYTHON = /^(?:\d+\.?\d*|\.\d+)$/;
  const DECIMAL = /^(\d*)[.,](\d*)$/;
  const GROUPED = /^[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*$/;
  const GROUPED_DECIMAL = /^([1-9]\d{0,2}([.,' ])\d{3}(?:\2\d{3})*)([.,])(\d+)$/;
  const NOT_NUMBERS = new Set(["nan", "inf", "infinity", "infinite", "∞"]);
  const HOW_MANY = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
  const QUOTES = /["'`“”‘’„«»]/g;

  const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/; // what Python takes for blanks

  const inOneLine = (text) => text.split(SPACE).filter(Boolean).join(" ");
  const ok = (values, note = "", problem = "") => ({ values, note, problem });
  const wrong = (problem) => ok([], "", problem);
  const length = (text) => Array.from(text).length;
  const counted = (number, noun) => `${HOW_MANY[number] ?? number} ${noun}${number === 1 ? "" : "s"}`;

  function digit(character) {
    let start = character.codePointAt(0);
    const value = start;
    while (/^\p{Decimal_Number}$/u.test(String.fromCodePoint(start - 1))) start -= 1;
    return String((value - start) % 10); // digits stand in rows of ten, and rows may touch
  }

  function asAscii(character) {
    if (character < "\x80") return character >= " " && character !== "\x7f" ? character : " ";
    if (/^\p{Decimal_Number}$/u.test(character)) return digit(character);
    if (/^\p{Zs}$/u.test(character)) return " ";
    return /^\p{Cf}$/u.test(character) ? "" : character;
  }

  function tidied(text) {
    const plain = Array.from(text, (character) => LIKE_ASCII.get(character) ?? character);
    return inOneLine(plain.map(asAscii).join(""));
  }

  function printable(character) {
    if (character === "\t") return "    ";
    if (character === "\n") return " ";
    if (!/^[\p{C}\p{Zl}\p{Zp}]$/u.test(character)) return character;
    const code = character.codePointAt(0), hex = code.toString(16);
    if (character === "\r") return "\\r";
    return code < 0x100 ? `\\x${hex.padStart(2, "0")}` : code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  }

  function quoted(text) {
    const start = Array.from(inOneLine(text)).slice(0, QUOTED_LENGTH + 1);
    const shown = Array.from(start.map(printable).join("").replaceAll("##[", "# #["));
    return shown.length > QUOTED_LENGTH ? `"${shown.slice(0, QUOTED_LENGTH).join("")}…"` : `"${shown.join("")}"`;
  }

  // Six digits that count, as Python's `g` writes them.
  function general(value) {
    const [digits, exponent] = value.toExponential(5).split("e");
    const power = Number(exponent);
    if (power >= -4 && power < 6) return value.toFixed(5 - power).replace(/\.?0+$/, "");
    return `${digits.replace(/\.?0+$/, "")}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
  }

  // At most six decimals; what lies in the middle goes to the even digit, as in Python.
  function shown(value) {
    const size = Math.abs(value);
    if (value && !(size >= 1e-4 && size < 1e15)) return general(value);
    let text = value.toFixed(6);
    const scaled = size * 1e6, floor = Math.floor(scaled);
    if (scaled - floor === 0.5 && scaled / 1e6 === size && floor % 2 === 0 && floor < 2 ** 32) {
      text = `${value < 0 ? "-" : ""}${(floor / 1e6).toFixed(6)}`;
    }
    return Object.is(value, -0) ? "-0" : text.replace(/0+$/, "").replace(/\.$/, "");
  }

  const fits = (value, kind) =>
    kind.isPartOfOne ? value >= 0 && value <= 1 : kind.ofOne !== "count" || (value >= 0 && Number.isInteger(value));

  function meaningsOf(digits, kind) {
    if (AS_IN_PYTHON.test(digits) && !(kind.ofOne === "count" && GROUPED.test(digits))) return [digits];
    const found = [];
    const decimal = DECIMAL.exec(digits);
    if (decimal) found.push(`${decimal[1] || 0}.${decimal[2] || 0}`);
    if (GROUPED.test(digits)) found.push(digits.replace(/\D/g, ""));
    const both = GROUPED_DECIMAL.exec(digits);
    if (both && both[2] !== both[3]) found.push(`${both[1].replace(/\D/g, "")}.${both[4]}`);
    return found;
  }

  function notANumber(body, asked) {
    if (NOT_NUMBERS.has(body.replace(/^[+\- ]+/, "").toLowerCase())) {
      return `${quoted(asked.text)} is not a number that can be an answer; ${asked.how}`;
    }
    const numbers = body.match(/\d[\d.,]*/g) ?? [];
    return /^[\d.,' ;:/-]+$/.test(body) && numbers.length > 1
      ? `${quoted(asked.text)} is more than one number; write only the answer`
      : `${quoted(asked.text)} is not a number; ${asked.how}`;
  }

  function number(body, asked, kind, isPercent) {
    const found = PLAIN.exec(body);
    if (!found) return wrong(notANumber(body, asked));
    const [, sign, digits, exponent] = found;
    const meanings = meaningsOf(digits.trim(), kind).map((each) => Number(`${sign}${each}e${exponent ?? 0}`));
    if (!meanings.length) return wrong(notANumber(body, asked));
    if (!meanings.every(Number.isFinite)) return wrong(`${quoted(asked.text)} is larger than any answer here; ${asked.how}`);
    if (meanings.some((each) => each === 0) && /[1-9]/.test(digits)) {
      return wrong(`${quoted(asked.text)} is too close to 0 to be told from it; write 0`);
    }
    const values = meanings.map((each) => (isPercent ? each / 100 : each));
    const fitting = values.filter((each) => fits(each, kind));
    if (!fitting.length) fitting.push(values[0]);
    if (fitting.length > 1) {
      const [one, other] = fitting.map(shown);
      return wrong(`${quoted(asked.text)} can mean ${one} or ${other}; write ${one} or ${other}`);
    }
    const isPlain = AS_IN_PYTHON.test(digits) && fitting[0] === values[0];
    return ok([fitting[0]], isPlain ? "" : `read as ${shown(fitting[0])}`);
  }

  function checked(found, kind, isPercent) {
    const value = found.values.length === 1 ? found.values[0] : null;
    if (found.problem || value === null || fits(value, kind)) return found;
    if (kind.ofOne === "count") {
      return ok(found.values, found.note, value < 0 ? "a count is not negative" : "a count is a whole number");
    }
    let what = kind.ofOne === "probability" ? "probabilities lie between 0 and 1" : "a share lies between 0 and 1";
    if (value > 1 && value <= 100 && !isPercent) what += `; if you mean percent, write ${shown(value)} %`;
    return ok(found.values, found.note, what);
  }

  function fraction(body, asked, kind) {
    const parts = body.split("/").map((part) => part.trim());
    if (parts.length !== 2) return wrong(`${quoted(asked.text)} has more than one fraction line; write it like 11/15`);
    const [above, below] = parts.map((part) => number(part, asked, { ofOne: "number", isPartOfOne: false }, false));
    if (above.values.length !== 1 || below.values.length !== 1) return wrong(above.problem || below.problem);
    if (below.values[0] === 0) return wrong(`${quoted(asked.text)} divides by 0; write another number below the line`);
    const value = above.values[0] / below.values[0];
    if (!Number.isFinite(value)) return wrong(`${quoted(asked.text)} is larger than any answer here; ${asked.how}`);
    return checked(ok([value]), kind, false);
  }

  function readNumber(text, kind, unit) {
    const how = unit ? `write only the number, in ${unit}` : `write it in digits, like ${EXAMPLES[kind.ofOne] ?? "0.73"}`;
    const asked = { text, how };
    if (length(text) > MAX_LENGTH) return wrong(`that is too long for a number; ${how}`);
    let plain = tidied(text).replace(/^[=≈~ ]+/, "");
    if (unit && plain.toLowerCase().endsWith(unit.toLowerCase())) plain = plain.slice(0, -unit.length).trimEnd();
    if (!plain) return wrong(`there is no number; ${how}`);
    plain = plain.replace(/([.,]\d+)[.,]$/, "$1");
    const isPercent = plain.endsWith("%");
    const body = isPercent ? plain.slice(0, -1).trimEnd() : plain;
    if (isPercent && !kind.isPartOfOne) return wrong("no percentage is asked for here; write the number itself");
    if (body.includes("/")) {
      return isPercent ? wrong(`${quoted(text)} is both a fraction and a percentage; write one of them`) : fraction(body, asked, kind);
    }
    return checked(number(body, asked, kind, isPercent), kind, isPercent);
  }

  function readNumbers(text, kind, size, unit) {
    const plain = tidied(text).replace(/^[{}[\]()<> ]+|[{}[\]()<> ]+$/g, "");
    const wanted = counted(size, "number");
    const how = `${wanted} ${size === 1 ? "is" : "are"} asked for; put semicolons between them, like 0.5; 0.25`;
    if (!plain) return wrong(`there is no number; ${how}`);
    let parts = [];
    for (const separator of [/;/, /,(?= )/, / /, /,/]) {
      const found = plain.split(separator).map((part) => part.trim());
      if (found.length === size && found.every(Boolean)) { parts = found; break; }
      if (separator.source === ";" && found.length > 1) {
        return wrong(`${quoted(text)} has ${counted(found.length, "number")}; ${how}`);
      }
    }
    if (!parts.length) return wrong(`${quoted(text)} cannot be read as ${wanted}; ${how}`);
    const one = { ...kind, name: kind.ofOne };
    const all = parts.map((part) => readNumber(part, one, unit));
    const values = all.flatMap((each) => each.values);
    const notes = all.map((each, place) => (each.note ? `${quoted(parts[place])} ${each.note}` : "")).filter(Boolean);
    const problem = all.map((each) => each.problem).find(Boolean) ?? "";
    return ok(values.length === size ? values : [], notes.join(", "), problem);
  }

  function token(part, tokens) {
    if (tokens.includes(part)) return part;
    const alike = tokens.filter((each) => each.toLowerCase() === part.toLowerCase());
    if (alike.length === 1) return alike[0];
    return /^[0-9]{1,3}$/.test(part) && Number(part) < tokens.length ? tokens[Number(part)] : null;
  }

  function readTokens(text, kind, tokens) {
    const plain = tidied(text.replace(QUOTES, "")).replace(/^[{}[\]()<> ,;]+|[{}[\]()<> ,;]+$/g, "");
    const found = new Set();
    for (const part of plain.split(/[,; ]+/).filter(Boolean)) {
      const known = token(part, tokens);
      if (known === null) return wrong(`${quoted(part)} is none of the tokens; they are ${tokens.join(", ")}`);
      found.add(known);
    }
    if (!found.size) return wrong(`there is no token; choose from ${tokens.join(", ")}`);
    if (kind.name === "token" && found.size > 1) return wrong(`${quoted(text)} is more than one token; write only one`);
    return ok(tokens.filter((each) => found.has(each)));
  }

  function readPieces(text, word) {
    const pieces = tidied(text).match(/[\p{L}\p{Nl}\p{No}]+/gu) ?? [];
    if (!pieces.length) return wrong(`there are no pieces; write ${word} with spaces where it is cut`);
    if (pieces.join("").toLowerCase() !== word.toLowerCase()) {
      return wrong(`${quoted(text)} is not the word ${word} cut into pieces; write ${word} with spaces in it`);
    }
    return ok(pieces.join("") === word ? pieces : pieces.map((piece) => piece.toLowerCase()));
  }

  function read(text, { kind, right, words, unit }) {
    if (length(text) > MAX_ROW_LENGTH) return wrong(`that is ${length(text)} characters long; write only the answer`);
    if (kind.name === "pieces") return readPieces(text, words.join(""));
    if (kind.name === "token" || kind.name === "tokens") return readTokens(text, kind, words);
    return kind.isList ? readNumbers(text, kind, right.length, unit) : readNumber(text, kind, unit);
  }

  return { read };
})();

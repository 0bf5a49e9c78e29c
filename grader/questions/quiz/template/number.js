// Judge an answer to a numeric question, as grader/questions/numeric/judge_number.py does.
const judging = (() => {
  const NOTICEABLE = 1e-9;
  const HOW_MANY = "no one two three four five six seven eight nine".split(" ");
  const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

  const near = (one, other, distance) =>
    typeof one === "string" || typeof other === "string" ? one === other : Math.abs(one - other) <= distance;
  const isSame = (one, other) => one.length === other.length && one.every((each, place) => each === other[place]);

  // For each entry whether it is near enough; words are met all together or not at all.
  function met(values, right, band) {
    if (values.length !== right.length || right.some((each) => typeof each === "string")) {
      return right.map(() => isSame(values, right));
    }
    return values.map((each, place) => near(each, right[place], band[place] + NOTICEABLE));
  }

  // The mistakes that give all of these values or, if there is none, those that explain each wrong entry.
  function hits({ mistakes, band, digits }, values, found) {
    const alike = mistakes.filter((each) => each.values.length === values.length);
    const same = alike.filter((each) => met(values, each.values, band).every(Boolean));
    const toTheLastDigit = same.filter((each) => met(values, each.values, digits).every(Boolean));
    if (same.length || values.length !== found.length) return toTheLastDigit.length ? toTheLastDigit : same;
    return alike.filter((each) => met(values, each.values, band).every((is, place) => is || found[place]));
  }

  // Mistakes that concern different entries, if together they explain each wrong one.
  function several({ mistakes, right, band }, values, found) {
    let explained = found;
    const hit = [];
    for (const each of mistakes) {
      if (each.values.length !== values.length || values.length !== found.length) continue;
      const concerns = met(each.values, right, band).map((isRight) => !isRight);
      const same = met(values, each.values, band);
      if (concerns.every((is, place) => !is || (same[place] && !explained[place]))) {
        hit.push(each);
        explained = explained.map((is, place) => is || concerns[place]);
      }
    }
    return explained.every(Boolean) ? hit : [];
  }

  function told(hit, [opening, first, further]) {
    const words = hit.map((each) => each.told);
    if (words.length === 1) return words[0];
    return `${opening.replace("{}", HOW_MANY[words.length] ?? words.length)} ${first} ${words.join(` ${further} `)}`;
  }

  function whichAreRight(found) {
    const good = found.flatMap((each, place) => (each ? [ORDINALS[place] ?? `${place + 1}th`] : []));
    if (!good.length) return "That is not right.";
    const numbers = good.length === 1
      ? `The ${good[0]} number is`
      : `The ${good.slice(0, -1).join(", ")} and ${good.at(-1)} numbers are`;
    return `${numbers} right, and the rest is not.`;
  }

  const sentence = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

  // Returns the finding in the words of judging.py, and what there is to say.
  function judge(question, text) {
    const { right, band, early, misprint, decimals, kind } = question;
    const { values, note, problem } = reading.read(text, question);
    const as = (finding, message) => ({ finding, message });
    if (!values.length) return as("unreadable", sentence(problem));
    const found = met(values, right, band);
    const aside = note ? ` (${sentence(note)})` : "";
    if (misprint.some((each) => near(values[0], each, 0.5 * 10 ** -decimals))) {
      return as("right", `${question.aboutMisprint}${aside}`);
    }
    if (found.every(Boolean)) return as("right", `Right.${aside}`);
    const hit = hits(question, values, found);
    if (hit.length) return as("wrong", `${told(hit, question.either)}${aside}`);
    const parts = several(question, values, found);
    if (parts.length) return as("wrong", `${told(parts, question.both)}${aside}`);
    if (problem) return as("unreadable", sentence(problem));
    if (!kind.isExact && met(values, right, early).every(Boolean)) {
      const how = `Keep ${decimals} decimals in every step.`;
      return as("rounded-too-early", `The method is right, but a step was rounded too early. ${how}${aside}`);
    }
    return as("wrong", `${whichAreRight(found)}${aside}`);
  }

  return { judge };
})();

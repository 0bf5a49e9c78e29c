"use strict";
/**
 * DRY: lower the logits of tokens that would make a repeat of the text's end longer, by multiplier · base^(length − allowed
 * length). No repeat goes on past a breaker. The rule of text-generation-webui's pull request 5677, with llama.cpp's names.
 */
function dry(logits, text, { dryMultiplier, dryBase, dryAllowedLength, breakers }) {
  const lengths = new Map(), last = text.length - 1;
  for (let at = 0; at < last; at += 1) {
    let length = 0;
    while (length <= at && text[at - length] === text[last - length] && !breakers.has(text[last - length])) length += 1;
    const next = text[at + 1];
    if (!breakers.has(next)) lengths.set(next, Math.max(length, lengths.get(next) ?? 0));
  }
  const lowered = [...logits];
  for (const [id, length] of lengths) {
    if (length && length >= dryAllowedLength) lowered[id] -= dryMultiplier * dryBase ** (length - dryAllowedLength);
  }
  return lowered;
}

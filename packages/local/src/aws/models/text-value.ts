/** Converts the text of a header, query parameter or XML element to the value of its type. */
export function parseText(type: string, text: string): unknown {
  const parse = parsers[type];
  return parse ? parse(text) : text;
}

const booleans: Record<string, boolean> = { true: true, false: false };

/** A text that is not of the type becomes NaN, or stays a text, so that the check of the shape reports it. */
const parsers: Record<string, (text: string) => unknown> = {
  integer: Number,
  long: Number,
  float: Number,
  double: Number,
  timestamp: (text) => Date.parse(text) / 1000,
  boolean: (text) => booleans[text] ?? text,
};

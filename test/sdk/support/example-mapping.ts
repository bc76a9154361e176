/** Values that differ in each run: ids, secrets and tokens, times and days. */
const patterns = {
  id: /[0-9a-f]{16}-[0-9a-f-]{36}-\d{6}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|whsec_[\w-]+|\b[\w-]{48,}|\b[a-z0-9]{32}\b/,
  time: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/,
  day: /\d{4}-\d\d-\d\d/,
};

const variable = new RegExp(
  Object.entries(patterns)
    .map(([kind, { source }]) => `(?<${kind}>${source})`)
    .join('|'),
  'g',
);

/**
 * Maps example values to real values. An example id always maps to the same service id. Any two times match.
 */
export class ExampleMapping {
  private readonly realByExample = new Map<string, string>();
  private readonly exampleByReal = new Map<string, string>();

  bind(example: string, real: string): void {
    this.realByExample.set(example, real);
    this.exampleByReal.set(real, example);
  }

  /** Replaces the example's ids in a value with the service's ids. */
  toReal<T>(example: T): T {
    return mapStrings(example, (text) => {
      const mapped = this.realByExample.get(text);
      return mapped ?? text.replace(variable, (match) => this.realByExample.get(match) ?? match);
    });
  }

  /**
   * Replaces the service's ids in a value with the example's ids. New ids map to the ids at the same place in the
   * example.
   */
  toExample(real: unknown, example: unknown): unknown {
    this.learnIds(real, example);
    return mapStringPairs(real, example, (text, exampleText) => this.translateText(text, exampleText));
  }

  private learnIds(real: unknown, example: unknown): void {
    mapStringPairs(real, example, (text, exampleText) => {
      const [ids, modelIds] = [idsIn(text), idsIn(exampleText)];
      for (const [index, id] of ids.entries()) {
        const modelId = modelIds[index];
        if (modelId && !this.exampleByReal.has(id) && !this.realByExample.has(modelId))
          this.bind(modelId, id);
      }
      return text;
    });
  }

  private translateText(text: string, exampleText: string): string {
    const exampleMatches = [...exampleText.matchAll(variable)];
    let index = 0;
    return (
      this.exampleByReal.get(text) ??
      text.replace(variable, (match) => {
        const exampleMatch = exampleMatches[index++];
        if (idsIn(match).length > 0) return this.exampleByReal.get(match) ?? match;
        return exampleMatch && idsIn(exampleMatch[0]).length === 0 && exampleMatch[0].length === match.length
          ? exampleMatch[0]
          : match;
      })
    );
  }
}

const idsIn = (text: string): string[] =>
  [...text.matchAll(variable)].flatMap(({ groups }) => groups?.['id'] ?? []);

function mapStrings<T>(value: T, mapString: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value ?? null), (_key, item: unknown) =>
    typeof item === 'string' ? mapString(item) : item,
  ) as T;
}

/** Maps each string of a value together with the string at the same place in the other value. */
function mapStringPairs(
  value: unknown,
  exampleText: unknown,
  mapString: (text: string, exampleText: string) => string,
): unknown {
  if (typeof value === 'string') return mapString(value, typeof exampleText === 'string' ? exampleText : '');
  if (Array.isArray(value))
    return value.map((item, index) =>
      mapStringPairs(item, Array.isArray(exampleText) ? exampleText[index] : undefined, mapString),
    );
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      mapStringPairs(item, fieldOf(exampleText, key), mapString),
    ]),
  );
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

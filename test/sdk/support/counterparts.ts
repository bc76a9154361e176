/** What differs each time: ids, secrets and tokens, times and days. */
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
 * Examples and what they stand for: an id of an example is some id of the service, and the same one wherever it
 * stands. A time is any time.
 */
export class Counterparts {
  private readonly reals = new Map<string, string>();
  private readonly examples = new Map<string, string>();

  bind(example: string, real: string): void {
    this.reals.set(example, real);
    this.examples.set(real, example);
  }

  /** What an example says, to the service. */
  real<T>(example: T): T {
    return mapTexts(example, (text) => {
      const whole = this.reals.get(text);
      return whole ?? text.replace(variable, (part) => this.reals.get(part) ?? part);
    });
  }

  /** What the service says, as an example would: ids that are new get those of the example at the same place. */
  asExample(real: unknown, example: unknown): unknown {
    this.learn(real, example);
    return translate(real, example, (text, model) => this.translateText(text, model));
  }

  private learn(real: unknown, example: unknown): void {
    translate(real, example, (text, model) => {
      const [ids, modelIds] = [idsIn(text), idsIn(model)];
      for (const [index, id] of ids.entries()) {
        const modelId = modelIds[index];
        if (modelId && !this.examples.has(id) && !this.reals.has(modelId)) this.bind(modelId, id);
      }
      return text;
    });
  }

  private translateText(text: string, model: string): string {
    const models = [...model.matchAll(variable)];
    let index = 0;
    return (
      this.examples.get(text) ??
      text.replace(variable, (part) => {
        const other = models[index++];
        if (idsIn(part).length > 0) return this.examples.get(part) ?? part;
        return other && idsIn(other[0]).length === 0 && other[0].length === part.length ? other[0] : part;
      })
    );
  }
}

const idsIn = (text: string): string[] =>
  [...text.matchAll(variable)].flatMap(({ groups }) => groups?.['id'] ?? []);

function mapTexts<T>(value: T, change: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value ?? null), (_key, one: unknown) =>
    typeof one === 'string' ? change(one) : one,
  ) as T;
}

/** Each text of a value with the text at the same place of another. */
function translate(value: unknown, model: unknown, change: (text: string, model: string) => string): unknown {
  if (typeof value === 'string') return change(value, typeof model === 'string' ? model : '');
  if (Array.isArray(value))
    return value.map((one, index) => translate(one, Array.isArray(model) ? model[index] : undefined, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, translate(one, fieldOf(model, key), change)]),
  );
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

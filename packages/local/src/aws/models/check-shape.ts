import { membersByWireName, shapeOf, wireName, type ServiceModel, type Shape } from './model';

/** Reports a value that the model does not allow. */
export type Report = (path: string, reason: string) => void;

/** A value's position in a message. `path` writes each index as `[]` and each key of a map as `{}`. */
interface Position {
  model: ServiceModel;
  path: string;
  report: Report;
}

/** Checks a decoded value against its shape. Reports each violation, and continues. */
export function checkShape(position: Position, name: string, value: unknown): void {
  const shape = shapeOf(position.model, name);
  const check = checks[shape.type];
  if (!check) throw new Error(`The checks do not know the type ${shape.type}`);
  check(value, shape, position);
}

type Check = (value: unknown, shape: Shape, position: Position) => void;

const checks: Record<string, Check> = {
  structure: checkStructure,
  list: checkList,
  map: checkMap,
  string: checkString,
  character: checkString,
  blob: checkBlob,
  integer: checkNumber(Number.isInteger),
  long: checkNumber(Number.isInteger),
  float: checkNumber(Number.isFinite),
  double: checkNumber(Number.isFinite),
  // Timestamps are seconds. A service may send fractions of a second.
  timestamp: checkNumber(Number.isFinite),
  boolean: (value, _, { path, report }) => {
    if (typeof value !== 'boolean') report(path, 'is not a boolean');
  },
};

function checkStructure(value: unknown, shape: Shape, position: Position): void {
  const { model, path, report } = position;
  if (!isRecord(value)) return report(path, 'is not a structure');
  for (const name of shape.required ?? []) {
    const member = shape.members?.[name];
    if (member && value[wireName(model, name, member)] === undefined) report(`${path}.${name}`, 'is missing');
  }
  const members = membersByWireName(model, shape);
  for (const [name, inner] of Object.entries(value)) {
    const member = members.get(name);
    if (member) checkShape({ ...position, path: `${path}.${name}` }, member.shape, inner);
    else report(`${path}.${name}`, 'is not in the model');
  }
}

function checkList(value: unknown, shape: Shape, position: Position): void {
  if (!Array.isArray(value)) return position.report(position.path, 'is not a list');
  checkSize(value.length, shape, position);
  for (const inner of value as unknown[]) {
    checkShape({ ...position, path: `${position.path}[]` }, shape.member?.shape ?? '', inner);
  }
}

function checkMap(value: unknown, shape: Shape, position: Position): void {
  if (!isRecord(value)) return position.report(position.path, 'is not a map');
  const entries = Object.entries(value);
  checkSize(entries.length, shape, position);
  for (const [key, inner] of entries) {
    checkShape({ ...position, path: `${position.path}{key}` }, shape.key?.shape ?? '', key);
    checkShape({ ...position, path: `${position.path}{}` }, shape.value?.shape ?? '', inner);
  }
}

function checkString(value: unknown, shape: Shape, position: Position): void {
  const { path, report } = position;
  if (typeof value !== 'string') return report(path, 'is not a string');
  if (shape.enum && !shape.enum.includes(value)) report(path, `has the unknown value ${value}`);
  if (shape.pattern && !compilePattern(shape.pattern).test(value)) report(path, 'does not match its pattern');
  checkSize([...value].length, shape, position);
}

/** A value is a buffer if it is the whole body, and otherwise base64. */
function checkBlob(value: unknown, shape: Shape, position: Position): void {
  if (Buffer.isBuffer(value)) return checkSize(value.length, shape, position);
  const bytes = Buffer.from(String(value), 'base64');
  if (bytes.toString('base64') !== value) return position.report(position.path, 'is not base64');
  checkSize(bytes.length, shape, position);
}

function checkNumber(isValid: (value: number) => boolean): Check {
  return (value, shape, position) => {
    if (typeof value !== 'number' || !isValid(value))
      return position.report(position.path, `is not of the type ${shape.type}`);
    checkSize(value, shape, position);
  };
}

/** `min` and `max` bound the number, the length of the string, or the number of bytes, elements or entries. */
function checkSize(size: number, { min, max }: Shape, { path, report }: Position): void {
  if (min !== undefined && size < min) report(path, `is below the minimum of ${min}`);
  if (max !== undefined && size > max) report(path, `is above the maximum of ${max}`);
}

const compiledPatterns = new Map<string, RegExp>();

/** Services match the whole value, even if the model's pattern has no anchors. */
function compilePattern(pattern: string): RegExp {
  const compiled = compiledPatterns.get(pattern) ?? new RegExp(`^(?:${pattern})$`, flagsOf(pattern));
  compiledPatterns.set(pattern, compiled);
  return compiled;
}

/** Only patterns with Unicode classes need the flag `u`, which refuses the superfluous escapes of other patterns. */
const flagsOf = (pattern: string): string => (pattern.includes('\\p{') ? 'u' : '');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

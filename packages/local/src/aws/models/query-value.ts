import { shapeOf, type Member, type ServiceModel, type Shape } from './model';
import { parseText } from './text-value';

/** The fields of a form-encoded request that name its operation. */
const requestFields = new Set(['Action', 'Version']);

/** The input of a form-encoded request: `Entries.member.1.Id=a`. Only the protocol of SNS is supported. */
export function parseForm(model: ServiceModel, shapeName: string, body: string): unknown {
  const fields = [...new URLSearchParams(body)].filter(([name]) => !requestFields.has(name));
  return valueOf(model, { shape: shapeName }, fields);
}

/** Field names, relative to the value, with their texts. The name of a scalar is empty. */
type Fields = [name: string, text: string][];

function valueOf(model: ServiceModel, { shape: shapeName }: Member, fields: Fields): unknown {
  const shape = shapeOf(model, shapeName);
  const read = readers[shape.type];
  return read ? read(model, shape, fields) : parseText(shape.type, fields[0]?.[1] ?? '');
}

const readers: Record<string, (model: ServiceModel, shape: Shape, fields: Fields) => unknown> = {
  structure: (model, { members = {} }, fields) =>
    Object.fromEntries(
      [...groupByFirstPart(fields)].map(([name, inner]) => {
        const member = members[name];
        return [name, member ? valueOf(model, member, inner) : inner[0]?.[1]];
      }),
    ),
  list: (model, { member = { shape: '' } }, fields) =>
    numberedGroups(fields, 'member').map((inner) => valueOf(model, member, inner)),
  map: (model, { key, value = { shape: '' } }, fields) =>
    Object.fromEntries(
      numberedGroups(fields, 'entry').map((inner) => {
        const parts = groupByFirstPart(inner);
        const name = parts.get(key?.locationName ?? 'key')?.[0]?.[1] ?? '';
        return [name, valueOf(model, value, parts.get(value.locationName ?? 'value') ?? [])];
      }),
    ),
};

/** Groups `a.b=1`, `a.c=2`, `d=3` as a: (b=1, c=2), d: (=3). */
function groupByFirstPart(fields: Fields): Map<string, Fields> {
  const groups = new Map<string, Fields>();
  for (const [name, text] of fields) {
    const [first = '', ...rest] = name.split('.');
    groups.set(first, [...(groups.get(first) ?? []), [rest.join('.'), text]]);
  }
  return groups;
}

/** The fields of each element of a list or map, in ascending order: `member.1.Id=a`, `member.2.Id=b`. */
function numberedGroups(fields: Fields, prefix: string): Fields[] {
  const numbered = groupByFirstPart(groupByFirstPart(fields).get(prefix) ?? []);
  return [...numbered].sort(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => inner);
}

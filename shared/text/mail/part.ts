import { withoutControls } from './encoded-words';
import { firstField, type Field } from './header-block';
import { parseParameters, type Parameters } from './parameters';

/** The description of a part, from its headers. */
export interface Part {
  fields: readonly Field[];
  /** The declared `type/subtype` in lowercase. Null if the type is missing or malformed. */
  contentType: string | null;
  params: Parameters['params'];
  isDeclaredAttachment: boolean;
  filename: string | null;
  contentId: string | null;
  encoding: string;
}

export function describePart(fields: readonly Field[]): Part {
  const type = parseParameters(firstField(fields, 'content-type') ?? '');
  const disposition = parseParameters(firstField(fields, 'content-disposition') ?? '');
  return {
    fields,
    contentType: typeAndSubtype(type.value),
    params: type.params,
    isDeclaredAttachment: disposition.value.toLowerCase() === 'attachment',
    filename: bestName([disposition.params.get('filename'), type.params.get('name')]),
    contentId: contentIdOf(firstField(fields, 'content-id') ?? ''),
    encoding: parseParameters(firstField(fields, 'content-transfer-encoding') ?? '').value,
  };
}

const wellFormed = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;

function typeAndSubtype(value: string): string | null {
  const type = value.toLowerCase().replace(/\s*\/\s*/, '/');
  return wellFormed.test(type) ? type : null;
}

const nameLengthMax = 1_000;

/**
 * Prefers a name without question marks. A question mark probably replaces a lost letter, because Windows does not
 * allow question marks in file names.
 */
function bestName(candidates: readonly (string | undefined)[]): string | null {
  const names = candidates.map(exactName).filter((name) => name !== '');
  return names.find((name) => !/[?\ufffd]/.test(name)) ?? names[0] ?? null;
}

const exactName = (name = ''): string => withoutControls(name).trim().slice(0, nameLengthMax);

function contentIdOf(value: string): string | null {
  const [, bracketed] = /<([^<>]*)>/.exec(value) ?? [];
  return (
    withoutControls(bracketed ?? value)
      .trim()
      .slice(0, nameLengthMax) || null
  );
}

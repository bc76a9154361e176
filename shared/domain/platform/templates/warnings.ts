import { findMailedBraces } from '../../../text/placeholder-problems';
import type { RenderedRecord } from '../../../db/records/templates';
import { syntaxOf } from './render';

/** A text of the content, under its path in the API. */
export interface ContentText<Field extends string> {
  field: Field;
  path: string[];
  text: string | null;
}

/** Warns of braces that are mailed. Only content that an earlier version of the service saved can have such braces. */
export const findContentWarnings = <Field extends string>(
  record: RenderedRecord<Field>,
  texts: readonly ContentText<Field>[],
): { path: string[]; message: string }[] =>
  texts.flatMap(({ field, path, text }) =>
    findMailedBraces(text ?? '', syntaxOf(record, field)).map((message) => ({ path, message })),
  );

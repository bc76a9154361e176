import { config, type core } from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { nearestName } from './nearest-name';
import { detailsMax, isRequired } from './validate';

// zod/mini has no words of its own. They come with the schemas, so that a function without any has neither.
const { localeError } = en();
config({ localeError: (issue) => ownWords(issue) ?? localeError(issue) });

function ownWords(issue: core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && issue.input === undefined) return isRequired;
  return issue.code === 'unrecognized_keys' ? unknownFields(issue) : undefined;
}

/** A line for each of them. */
function unknownFields({ keys, inst }: core.$ZodRawIssue<core.$ZodIssueUnrecognizedKeys>): string {
  const known = Object.keys((inst as core.$ZodObject | undefined)?._zod.def.shape ?? {});
  return keys
    .slice(0, detailsMax)
    .map((key) => unknownField(nearestName(key, known)))
    .join('\n');
}

const unknownField = (meant: string | undefined): string =>
  meant ? `Unknown field; did you mean \`${meant}\`?` : 'Unknown field';

/** Schemas of what comes from outside, and of answers: zod/mini, which can say what is wrong. */
export * from 'zod/mini';

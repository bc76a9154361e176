import * as z from '../../../shared/schema/schema';
import { findPlaceholderProblems } from '../../../shared/text/placeholder-problems';

/** Refuses braces that are no placeholder, with one problem for each. */
export const validPlaceholders = z.check<string>(({ value, issues }) => {
  for (const message of findPlaceholderProblems(value))
    issues.push({ code: 'custom', message, input: value, continue: true });
});

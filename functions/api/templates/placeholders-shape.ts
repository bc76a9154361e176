import * as z from '../../../shared/schema/schema';
import type { TextKind } from '../../../shared/text/other-braces';
import { findPlaceholderProblems } from '../../../shared/text/placeholder-problems';

/** Refuses braces that are no placeholder, with one problem for each. */
const refuseProblems = (kind: TextKind) =>
  z.check<string>(({ value, issues }) => {
    for (const message of findPlaceholderProblems(value, kind))
      issues.push({ code: 'custom', message, input: value, continue: true });
  });

export const validPlaceholders = refuseProblems('text');

export const validHtmlPlaceholders = refuseProblems('html');

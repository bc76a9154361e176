import { z } from 'zod';
import { StartError } from '../../machine/start-error';
import type { PolicyDocument } from '../../template/deployment';
import { compileCondition, type Context, type Predicate } from './conditions';
import { wildcardPattern } from './wildcard-pattern';

export interface AccessRequest {
  action: string;
  resource: string;
  context: Context;
}

/** A statement in a form that is fast to evaluate. */
export interface Statement {
  effect: 'Allow' | 'Deny';
  /** The principals of a resource policy: `*`, ARNs and services. */
  principals: string[];
  covers: Predicate<AccessRequest>;
}

const texts = z
  .union([z.string(), z.boolean(), z.array(z.union([z.string(), z.boolean()]))])
  .transform((value) => [value].flat().map(String));

/** The elements that the runtime evaluates. */
const StatementElements = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Principal: z.preprocess(
    (principal) => (principal === '*' ? { AWS: '*' } : principal),
    z.strictObject({ AWS: texts.default([]), Service: texts.default([]) }).optional(),
  ),
  Action: texts.optional(),
  NotAction: texts.optional(),
  Resource: texts.optional(),
  NotResource: texts.optional(),
  Condition: z.record(z.string(), z.record(z.string(), texts)).default({}),
});

type Elements = z.infer<typeof StatementElements>;

/**
 * Compiles the statements of a policy. An element, operator, key or pattern that the runtime cannot evaluate is a
 * `StartError`, because an ignored part of a policy could allow what AWS denies.
 */
export const compilePolicy = (
  { Statement }: PolicyDocument,
  kind: 'identity' | 'resource',
  policyName: string,
): Statement[] =>
  Statement.map((statement, index) => {
    try {
      return compileStatement(statement, kind);
    } catch (error) {
      const sid = typeof statement['Sid'] === 'string' ? ` (${statement['Sid']})` : '';
      throw new StartError(
        `The local runtime cannot evaluate statement ${index + 1}${sid} of ${policyName}: ${problemOf(error)}`,
        { cause: error },
      );
    }
  });

function problemOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return (error as Error).message;
  return error.issues.map(({ path, message }) => [...path, message].join(': ')).join(', ');
}

function compileStatement(statement: Record<string, unknown>, kind: 'identity' | 'resource'): Statement {
  if (JSON.stringify(statement).includes('${')) throw new Error('it contains a policy variable');
  const elements = StatementElements.parse(statement);
  const { Effect, Principal, Action, NotAction, Resource, NotResource, Condition } = elements;
  if ((kind === 'resource') !== (Principal !== undefined))
    throw new Error(`the element Principal is ${Principal ? 'not allowed' : 'missing'}`);
  const isAction = compileList('Action', Action, NotAction, compileAction);
  const isResource = compileList('Resource', Resource, NotResource, compileResource);
  const isConditionMet = compileCondition(Condition, Action ?? ['*']);
  return {
    effect: Effect,
    principals: principalsOf(Principal),
    covers: ({ action, resource, context }) =>
      isAction(action) && isResource(resource) && isConditionMet(context),
  };
}

/** Matches the values in the list or, for an element such as NotAction, the values that are not in the list. */
function compileList(
  element: string,
  included: string[] | undefined,
  excluded: string[] | undefined,
  compile: (text: string) => Predicate<string>,
): Predicate<string> {
  const list = included ?? excluded;
  if (!list || (included && excluded)) throw new Error(`it needs one of ${element} and Not${element}`);
  const predicates = list.map(compile);
  return (value) => predicates.some((matches) => matches(value)) === (included !== undefined);
}

function compileAction(text: string): Predicate<string> {
  const pattern = wildcardPattern(text, 'i');
  return (action) => pattern.test(action);
}

/** An ARN in which only the resource, the sixth part, ends with a wildcard. */
const arnPattern = /^arn:(?:[^:*?]*:){4}[^*?]+\*?$/;

/** The asterisk at the end of a resource matches all characters, including colons. Other wildcards are not supported. */
function compileResource(text: string): Predicate<string> {
  if (text === '*') return () => true;
  if (!arnPattern.test(text))
    throw new Error(`the resource ${text} has an unsupported wildcard or is not an ARN`);
  const prefix = text.slice(0, -1);
  return text.endsWith('*') ? (resource) => resource.startsWith(prefix) : (resource) => resource === text;
}

/** An account ID means the account, like the ARN of its root user. */
function principalsOf(principal: Elements['Principal']): string[] {
  if (!principal) return [];
  const awsPrincipals = principal.AWS.map((text) => (/^\d{12}$/.test(text) ? accountPrincipal(text) : text));
  const unknown = awsPrincipals.find(
    (text) => text !== '*' && !/^arn:aws:iam::\d{12}:(root|role\/[^*?]+)$/.test(text),
  );
  if (unknown !== undefined) throw new Error(`the principal ${unknown} is unknown`);
  return [...awsPrincipals, ...principal.Service];
}

/** The principal that represents all roles of an account. */
export const accountPrincipal = (accountId: string): string => `arn:aws:iam::${accountId}:root`;

import type { Credential } from '@carrier-nest/sdk';
import { operations } from './operations.ts';
import type { Tool } from './tool.ts';
import { allTools, defaultToolsets, toolsets } from './tools/index.ts';

/** Which tools there are to be. */
export interface Choice {
  /** Names of tool sets; `default` and `all` stand for several. */
  toolsets: readonly string[];
  /** Only what changes nothing, whatever else is said. */
  isReadOnly: boolean;
  /** Names of tools that are left out. */
  exclude: readonly string[];
}

/** Somebody asks for a tool, or a set of them, that there is not. */
export class UnknownName extends Error {}

/** Reads what was written on a command line or in a URL. Throws `UnknownName`. */
export function choiceOf(given: {
  toolsets?: string | undefined;
  readOnly?: boolean | undefined;
  exclude?: string | undefined;
}): Choice {
  const names = { toolsets: listOf(given.toolsets ?? 'default'), exclude: listOf(given.exclude ?? '') };
  if (names.toolsets.length === 0)
    throw new UnknownName(`No tool set is named: there are ${toolsetNames.join(', ')}`);
  expectAmong(names.toolsets, toolsetNames, 'tool set');
  expectAmong(
    names.exclude,
    allTools.map(({ name }) => name),
    'tool',
  );
  return { ...names, isReadOnly: given.readOnly ?? false };
}

const toolsetNames = ['default', 'all', ...Object.keys(toolsets)];

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

function expectAmong(names: readonly string[], known: readonly string[], what: string): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UnknownName(`There is no ${what} "${unknown}": there are ${known.join(', ')}`);
}

/** The chosen tools that the credential may use, always in the same order. */
export function toolsOf({ toolsets: wanted, isReadOnly, exclude }: Choice, may?: Credential): Tool[] {
  const isWanted = (set: string): boolean =>
    wanted.includes('all') ||
    wanted.includes(set) ||
    (wanted.includes('default') && defaultToolsets.includes(set));
  return Object.entries(toolsets)
    .filter(([set]) => isWanted(set))
    .flatMap(([, tools]) => tools)
    .filter(({ hints }) => !isReadOnly || hints.readOnlyHint)
    .filter(({ name }) => !exclude.includes(name))
    .filter((tool) => may === undefined || isAllowed(tool, may));
}

function isAllowed({ operation }: Tool, { scopes }: Credential): boolean {
  const needed: readonly string[] = operations[operation].scopes;
  return needed.length === 0 || needed.some((scope) => scopes.some((own) => own === scope));
}

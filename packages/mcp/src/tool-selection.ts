import type { Credential } from '@carrier-nest/sdk';
import { operations } from './operations.ts';
import type { Operation, Tool } from './tool.ts';
import { allTools, defaultToolsets, toolsets } from './tools/index.ts';

/** The tools that a client asks for. */
export interface ToolSelection {
  /** Names of tool sets. `default` and `all` each select several sets. */
  toolsets: readonly string[];
  /** True to select only tools that read, regardless of the other fields. */
  isReadOnly: boolean;
  /** Names of tools to omit. */
  exclude: readonly string[];
}

/** Thrown for a selection with an unknown tool, tool set or option. */
export class InvalidToolSelection extends Error {}

/** Parses the options of a command line or a URL. Throws `InvalidToolSelection` if the selection is invalid. */
export function parseToolSelection(input: {
  toolsets?: string | undefined;
  readOnly?: boolean | undefined;
  exclude?: string | undefined;
}): ToolSelection {
  const names = { toolsets: parseList(input.toolsets ?? 'default'), exclude: parseList(input.exclude ?? '') };
  if (names.toolsets.length === 0)
    throw new InvalidToolSelection(`No tool set is given. The tool sets are ${toolsetNames.join(', ')}`);
  expectKnownNames(names.toolsets, toolsetNames, 'tool set');
  expectKnownNames(
    names.exclude,
    allTools.map(({ name }) => name),
    'tool',
  );
  return { ...names, isReadOnly: input.readOnly ?? false };
}

const toolsetNames = ['default', 'all', ...Object.keys(toolsets)];

const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

function expectKnownNames(names: readonly string[], known: readonly string[], kind: string): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidToolSelection(`There is no ${kind} "${unknown}". The ${kind}s are ${known.join(', ')}`);
}

/** Returns the selected tools that the credential may use, always in the same order. */
export function selectTools(
  { toolsets: selectedSets, isReadOnly, exclude }: ToolSelection,
  credential?: Credential,
): Tool[] {
  const isSelected = (set: string): boolean =>
    selectedSets.includes('all') ||
    selectedSets.includes(set) ||
    (selectedSets.includes('default') && defaultToolsets.includes(set));
  return Object.entries(toolsets)
    .filter(([set]) => isSelected(set))
    .flatMap(([, tools]) => tools)
    .filter(({ hints }) => !isReadOnly || hints.readOnlyHint)
    .filter(({ name }) => !exclude.includes(name))
    .filter((tool) => credential === undefined || isAllowed(tool, credential));
}

const isAllowed = ({ operation, reply }: Tool, credential: Credential): boolean =>
  mayCall(operation, credential) && (reply === undefined || mayCall(reply.reads, credential));

function mayCall(operation: Operation, { scopes }: Credential): boolean {
  const needed: readonly string[] = operations[operation].scopes;
  return needed.length === 0 || needed.some((scope) => scopes.some((granted) => granted === scope));
}

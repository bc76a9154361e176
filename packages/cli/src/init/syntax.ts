import { parse } from '@babel/parser';
import type { File, Node } from '@babel/types';
import { refusalToChange } from './refusals';

export type Syntax = File;

/** Parses TypeScript or JavaScript. Refuses a file with syntax errors. */
export function parseSource(source: string, file: string): Syntax {
  try {
    return parse(source, {
      sourceType: 'unambiguous',
      plugins: /\.[cm]?ts$/.test(file) ? ['typescript', 'decorators-legacy'] : [],
    });
  } catch (error) {
    throw refusalToChange(`${file} cannot be read or extended: ${(error as Error).message}`);
  }
}

/** Returns the node and all nodes below it, in the order of the source. */
export function nodesIn(value: Syntax | Node): Node[] {
  const nodes: Node[] = [];
  collect(value, nodes);
  return nodes;
}

function collect(value: unknown, nodes: Node[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, nodes);
  if (!isNode(value)) return;
  nodes.push(value);
  for (const [key, child] of Object.entries(value)) if (!key.endsWith('omments')) collect(child, nodes);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'loc' in value;

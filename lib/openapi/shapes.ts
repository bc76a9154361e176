import * as z from 'zod/mini';
import * as sharedShapes from '../../shared/http/shapes';
import type { NamedShape } from './components';
import { errorShapes } from './errors';
import { loadResourceModules } from './resource-modules';

const modules: readonly object[] = [
  ...loadResourceModules(/^(shapes|[\w-]+-shape)\.ts$/).map(({ exported }) => exported),
  sharedShapes,
];

/** Every exported shape, named after its export without `Schema` at the end. */
export const namedShapes: readonly NamedShape[] = [
  ...modules.flatMap((module) => Object.entries(module).flatMap(nameShape)),
  ...errorShapes,
];

function nameShape([exported, value]: [string, unknown]): NamedShape[] {
  return exported.endsWith('Schema') && value instanceof z.ZodMiniType
    ? [[exported.slice(0, -'Schema'.length), value]]
    : [];
}

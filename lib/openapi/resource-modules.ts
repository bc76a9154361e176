import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { routes } from '../../functions/api/routes';

/** The folders of the resources in the document, in the order of the route table. */
const documentedFolders = new Map(
  routes.filter(({ undocumented }) => !undocumented).map(({ resource, folder }) => [resource, folder]),
);

const requireModule = createRequire(__filename);

interface ResourceModule {
  resource: string;
  /** From the root. */
  file: string;
  exported: Readonly<Record<string, unknown>>;
}

/**
 * The files with such a name in the folders of the documented resources, loaded. They are found by name rather than
 * imported, so a new file or resource needs no row in a list here.
 */
export const loadResourceModules = (name: RegExp): ResourceModule[] =>
  [...documentedFolders].flatMap(([resource, folder]) =>
    readdirSync(folder)
      .filter((file) => name.test(file))
      .map((file) => `${folder}/${file}`)
      .map((file) => ({
        resource,
        file,
        // A module is an object of its exports. TypeScript knows no more of a computed path than `any`.
        exported: requireModule(resolve(file)) as ResourceModule['exported'],
      })),
  );

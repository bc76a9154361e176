import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { routes } from '../../functions/api/routes';

/** The folders of the documented resources, in the order of the route table. */
const documentedFolders = new Map(
  routes.filter(({ undocumented }) => !undocumented).map(({ resource, folder }) => [resource, folder]),
);

const requireModule = createRequire(__filename);

interface ResourceModule {
  resource: string;
  /** Relative to the repository root. */
  file: string;
  exported: Readonly<Record<string, unknown>>;
}

/**
 * Loads the files with a matching name from the folders of the documented resources. A new file or resource therefore
 * needs no change in this file.
 */
export const loadResourceModules = (name: RegExp): ResourceModule[] =>
  [...documentedFolders].flatMap(([resource, folder]) =>
    readdirSync(folder)
      .filter((file) => name.test(file))
      .map((file) => `${folder}/${file}`)
      .map((file) => ({
        resource,
        file,
        // For a computed path, TypeScript infers `any`. A module is an object of its exports.
        exported: requireModule(resolve(file)) as ResourceModule['exported'],
      })),
  );

import { routes } from '../../functions/api/routes';
import { jobs } from '../../functions/workers/jobs';
import type { Bundle } from './bundles';

/**
 * The source file of every function. For example, functions/api/emails/cancel-email.ts is the source file of
 * `cancelEmail`.
 */
export const entryPoints = (): Bundle[] => [
  ...routes.map(({ name, folder }) => ({ name, entry: `${folder}/${kebab(name)}.ts` })),
  ...Object.keys(jobs).map((name) => ({ name, entry: `functions/workers/${kebab(name)}.ts` })),
];

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

import type { EngineName } from '../../packages/local/src/database/find-engine';

/** The database engine that this run is to use; without one, the first that the machine has (scripts/test.ts). */
export const tableEngine = process.env['TABLE_ENGINE'] as EngineName | undefined;

import type { EngineName } from '../../packages/local/src/database/find-engine';

/** The database engine for this run (scripts/test.ts). If undefined, the runtime uses the first installed engine. */
export const tableEngine = process.env['TABLE_ENGINE'] as EngineName | undefined;

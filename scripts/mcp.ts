import { serviceSettings } from './service-settings';

/** `npm run mcp`: the tool server over stdio, for the service that `npm start` runs, or another one. */
Object.assign(process.env, serviceSettings());
void import('../packages/mcp/src/main');

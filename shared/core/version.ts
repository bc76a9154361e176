import { version } from '../../package.json';

/** The version of this release. A deployment reports it in its stack output `Version` and in every response. */
export const serviceVersion: string = version;

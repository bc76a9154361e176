import type { Suppression } from '../records/suppressions';
import type { Preference } from '../records/topics';
import { workspace, type Key } from './key';

/** Suppressions and topic choices of an address. */
export const consentKeys = {
  /** Is this address suppressed in this scope? */
  suppression: (ws: string, address: string, scope: string): Key<Suppression> => ({
    pk: `${workspace(ws)}#SUPPRESSION#${address}`,
    sk: scope,
  }),
  /** What did this address choose for this topic? */
  preference: (ws: string, address: string, topicKey: string): Key<Preference> => ({
    pk: `${workspace(ws)}#PREFERENCES#${address}`,
    sk: topicKey,
  }),
};

/** Index `byTime`: which suppressions does the workspace have, newest last? */
export const suppressionsKey = (ws: string): string => `${workspace(ws)}#SUPPRESSIONS`;

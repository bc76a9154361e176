import { workspace, type Key } from './key';

/** What is known of an address. */
export const peopleKeys = {
  /** Is mail to this address refused, in this scope? */
  suppression: (ws: string, address: string, scope: string): Key => ({
    pk: `${workspace(ws)}#SUPPRESSION#${address}`,
    sk: scope,
  }),
  /** What did this address choose, for this topic? */
  preference: (ws: string, address: string, topicKey: string): Key => ({
    pk: `${workspace(ws)}#PREFERENCES#${address}`,
    sk: topicKey,
  }),
};

/** Index `byTime`: which suppressions are there, newest last? */
export const suppressionsKey = (ws: string): string => `${workspace(ws)}#SUPPRESSIONS`;

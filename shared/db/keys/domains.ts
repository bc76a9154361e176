import type { DailyCounter } from '../records/daily-counters';
import type { Domain, DomainAdditions } from '../records/domains';
import type { LabelUse } from '../records/threads';
import { workspace, type Key } from './key';

export const domainKeys = {
  /** Which sending domains does the workspace have? A send reads a domain by name. */
  domain: (ws: string, name: string): Key<Domain> => ({ pk: `${workspace(ws)}#DOMAINS`, sk: name }),
  /**
   * Has the workspace used labels or the read state? Requests for threads read the partition of the domains anyway, so
   * this question costs nothing. Domain names are in lower case, so none equals this sort key.
   */
  labelUse: (ws: string): Key<LabelUse> => ({ pk: `${workspace(ws)}#DOMAINS`, sk: 'LABEL-USE' }),
  /** Which workspaces use this domain? */
  domainUser: (name: string, ws: string): Key<object> => ({ pk: `DOMAIN#${name}`, sk: ws }),
  /**
   * How many domains has the workspace ever added? While this number does not change, a count of the workspace's
   * domains remains valid.
   */
  domainAdditions: (ws: string): Key<DomainAdditions> => ({ pk: workspace(ws), sk: 'DOMAIN-ADDITIONS' }),
  /** How much of the warm-up allowance did this domain use on this UTC day? */
  warmup: (ws: string, domainId: string, day: string): Key<DailyCounter> => ({
    pk: `${workspace(ws)}#WARMUP#${domainId}`,
    sk: day,
  }),
};

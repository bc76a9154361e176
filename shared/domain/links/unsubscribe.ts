import { unsubscribe } from '../suppressions/suppress';
import { saveChoices } from './save-choices';
import type { Link } from './token';

/** Stops what the link is about: mail about its topic, or all marketing mail. Twice is as good as once. */
export const unsubscribeByLink = ({ workspaceId, address, topicKey }: Link): Promise<void> =>
  topicKey === null
    ? unsubscribe(workspaceId, address)
    : saveChoices(workspaceId, address, { [topicKey]: false });

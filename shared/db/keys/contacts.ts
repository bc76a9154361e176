import type { Audience, Member } from '../records/audiences';
import type {
  Contact,
  ContactPointer,
  ContactProperty,
  PendingTagCounts,
  TagCount,
} from '../records/contacts';
import type { PurgeRecord } from '../records/deletions';
import type { Segment, SegmentPointer } from '../records/segments';
import { shardOf, shardOfText, shards, workspace, type Key } from './key';

/** Contacts, audiences and segments. */
export const contactKeys = {
  /** Which contacts does the workspace have? Read shard by shard, newest id first. */
  contact: (ws: string, id: string): Key<Contact> => ({ pk: contactPartition(ws, shardOf(id)), sk: id }),
  /** Which contact has this address? */
  contactByAddress: (ws: string, address: string): Key<ContactPointer> => ({
    pk: `${workspace(ws)}#CONTACT-OF#${address}`,
    sk: 'CONTACT',
  }),
  /** Which custom properties can contacts have? */
  contactProperty: (ws: string, key: string): Key<ContactProperty> => ({
    pk: `${workspace(ws)}#CONTACT-PROPERTIES`,
    sk: key,
  }),
  /** How many contacts have this tag? */
  tag: (ws: string, tag: string): Key<TagCount> => ({ pk: `${workspace(ws)}#TAGS`, sk: tag }),
  /** Which tags that imports added are not yet included in the tag counts? */
  uncountedTags: (ws: string, id: string): Key<PendingTagCounts> => ({
    pk: `${workspace(ws)}#GAINED-TAGS`,
    sk: id,
  }),

  /** Which audiences does the workspace have, newest last? */
  audience: (ws: string, id: string): Key<Audience> => ({ pk: `${workspace(ws)}#AUDIENCES`, sk: id }),
  /** Which contacts are in this audience, by address? Read shard by shard. */
  member: (ws: string, audienceId: string, address: string): Key<Member> => ({
    pk: memberPartition(ws, audienceId, shardOfText(address)),
    sk: address,
  }),

  /** Which deleted audiences still have members to remove? */
  deletedAudience: (ws: string, id: string): Key<PurgeRecord> => ({
    pk: `${workspace(ws)}#DELETED-AUDIENCES`,
    sk: id,
  }),

  /** Which segments does the workspace have? */
  segment: (ws: string, id: string): Key<Segment> => ({ pk: `${workspace(ws)}#SEGMENTS`, sk: id }),
  /** Which segment has this key? */
  segmentByKey: (ws: string, key: string): Key<SegmentPointer> => ({
    pk: `${workspace(ws)}#SEGMENT-OF#${key}`,
    sk: 'SEGMENT',
  }),
};

export const contactPartitions = (ws: string): string[] => shards.map((shard) => contactPartition(ws, shard));

export const memberPartitions = (ws: string, audienceId: string): string[] =>
  shards.map((shard) => memberPartition(ws, audienceId, shard));

const contactPartition = (ws: string, shard: number): string => `${workspace(ws)}#CONTACTS#${shard}`;

const memberPartition = (ws: string, audienceId: string, shard: number): string =>
  `${workspace(ws)}#AUDIENCE#${audienceId}#${shard}`;

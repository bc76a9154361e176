import type { AttributeValue } from './contacts';

export const propertyOperators = [
  'equals',
  'not_equals',
  'contains',
  'gt',
  'lt',
  'exists',
  'not_exists',
] as const;
export type PropertyOperator = (typeof propertyOperators)[number];

export interface PropertyFilter {
  property: string;
  operator: PropertyOperator;
  /** Null represents a missing attribute. `equals` null matches contacts without the attribute. */
  value: AttributeValue | null;
}

/** Conditions on a contact's recent activity, in days. Null means no condition. */
export interface EngagementWindows {
  openedWithinDays: number | null;
  clickedWithinDays: number | null;
  excludeUnengagedDays: number | null;
  engagedWithinDays: number | null;
}

/** A saved filter over an audience (SG-1). A segment stores rules, not contacts. */
export interface Segment extends EngagementWindows {
  id: string;
  workspaceId: string;
  key: string;
  name: string;
  audienceId: string;
  properties: readonly PropertyFilter[];
  tags: readonly string[];
  excludeTags: readonly string[];
  topicKey: string | null;
  createdAt: string;
  updatedAt: string | null;
}

/** Points from a key to its segment. */
export interface SegmentPointer {
  id: string;
}

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
  /** Null compares with nothing: who has no such attribute. */
  value: AttributeValue | null;
}

/** Since when somebody did or did not something, in days; null where it does not matter. */
export interface EngagementWindows {
  openedWithinDays: number | null;
  clickedWithinDays: number | null;
  excludeUnengagedDays: number | null;
  engagedWithinDays: number | null;
}

/** A saved filter over an audience (SG-1). It keeps rules, not people. */
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

/** Under a key: which segment has it. */
export interface SegmentPointer {
  id: string;
}

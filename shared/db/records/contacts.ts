import type { DueFields } from './due';

/** A contact of the workspace. Each address has one contact, and a contact can be in many audiences (C-1, C-2). */
export interface Contact extends Partial<DueFields> {
  id: string;
  workspaceId: string;
  /** The address without a display name, in lower case. */
  email: string;
  firstName?: string;
  lastName?: string;
  /** The ids of the contact's audiences. Absent if the contact is in no audience. */
  audiences?: ReadonlySet<string>;
  tags?: ReadonlySet<string>;
  attributes: Attributes;
  /**
   * Lowercase copies of attribute texts that contain capitals. Segments search these copies
   * (segments/match-condition.ts).
   */
  folded: Readonly<Record<string, string>>;
  /** When the contact unsubscribed from all marketing email. */
  unsubscribedAt?: string;
  /** The ids of topics that the contact opted in to and out of: a copy of the `Preference` records of the address. */
  topicsIn?: ReadonlySet<string>;
  topicsOut?: ReadonlySet<string>;
  lastOpenedAt?: string;
  lastClickedAt?: string;
  lastSentAt?: string;
  /** The last activity outside this service, as reported by the workspace. */
  lastActiveAt?: string;
  /**
   * Enrollments to start because the contact joined an audience or gained a tag (enrollments/triggered-enrollments.ts).
   */
  pendingTriggers?: ReadonlySet<string>;
  createdAt: string;
}

/** The changes of a contact that can trigger automations. */
export interface ContactGains {
  joinsAudience: boolean;
  tags: readonly string[];
}

/**
 * Attributes that start automations, set by the write that changes the contact. If no automation starts,
 * `pendingTriggers` is empty.
 */
export type TriggerAttributes = Partial<DueFields> & { pendingTriggers: ReadonlySet<string> };

export type MatchTriggers = (
  contact: Pick<Contact, 'id' | 'email'>,
  gains: ContactGains,
) => TriggerAttributes;

export type AttributeValue = string | number | boolean;

/** The values of a contact's custom properties, by property key. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** Whether the table can store the number without loss. */
export const isStorableNumber = (value: number): boolean =>
  value === 0 || (Math.abs(value) <= Number.MAX_SAFE_INTEGER && Math.abs(value) >= 1e-100);

export const propertyTypes = ['string', 'number', 'boolean'] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** The definition of a contact attribute (C-11, C-23). */
export interface ContactProperty {
  workspaceId: string;
  key: string;
  name: string;
  type: PropertyType;
  createdAt: string;
  updatedAt: string | null;
}

/** Whether the key is not allowed for attributes of contacts (C-12). */
export const isInvalidAttributeKey = (key: string): boolean =>
  key === '' || /[.\0]|^\$|^__proto__$/.test(key);

export const attributeKeyRule =
  'must not be empty, contain a dot or a null character, begin with $ or be __proto__';

/**
 * The maximum size of a contact's attribute data. A record can have up to 400 KB, and attribute texts may be stored
 * twice.
 */
export const attributesBytesMax = 65_536;

/** The maximum number of contact properties in a workspace. A larger number is usually a mistake in an import. */
export const propertiesMax = 500;

/** The maximum length of a property key, which is part of a key in the table. */
export const propertyKeyMax = 100;

/** Points from an address to its contact. */
export interface ContactPointer {
  id: string;
}

/** The number of contacts with a tag. */
export interface TagCount {
  count: number;
}

/** Tags that a transaction added to contacts and that the tag counts do not include yet. */
export interface PendingTagCounts {
  counts: readonly (readonly [tag: string, count: number])[];
}

import { AttributeAction, isTraversal, SelectorType, type AttributeSelector, type Selector } from 'css-what';

/** The condition of rules that hold in the web pages of mail clients, which add elements around an email. */
export const inClientPages = 'in the page of a mail client';

const nameSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that clients put around an email: Gmail `<u></u>`, Outlook.com, Thunderbird, Samsung, Yahoo and others. */
const addedClasses = nameSet('ExternalClass ReadMsgBody moz-text-html ms-outlook-ios-reference-body yahoo');
const addedIds = nameSet('MessageViewBody MessageWebViewDiv mail-app-auto-default-subject outlookholder');
const addedAttributes = nameSet('data-outlook-cycle data-ogsc data-ogsb data-ogac data-ogab owa');

/** Outlook.com renames classes and ids: `w` becomes `x_w`. */
const renamed = /^x_/;

/**
 * Returns the selector as it matches the elements of the email in the pages of mail clients that rename classes or add
 * elements around it. Undefined if the selector names nothing of these.
 */
export function partsInClientPage(parts: readonly Selector[]): Selector[] | undefined {
  const own = withoutAddedElements(parts).map(withoutPrefix);
  const isSame = own.length === parts.length && own.every((part, index) => part === parts[index]);
  return isSame ? undefined : own;
}

/** Removes the compounds before the last one that name an element of a client, with what stands before them. */
function withoutAddedElements(parts: readonly Selector[]): Selector[] {
  const end = parts.findLastIndex(
    (part, index) => isTraversal(part) && compoundBefore(parts, index).some((own) => isAdded(own, part)),
  );
  return parts.slice(end + 1);
}

const compoundBefore = (parts: readonly Selector[], end: number): readonly Selector[] =>
  parts.slice(parts.slice(0, end).findLastIndex(isTraversal) + 1, end);

function isAdded(part: Selector, following: Selector): boolean {
  // Gmail puts an empty `u` before the element that replaces `body`.
  if (part.type === SelectorType.Tag) return part.name === 'u' && following.type === SelectorType.Adjacent;
  if (part.type !== SelectorType.Attribute) return false;
  if (isClass(part)) return addedClasses.has(part.value);
  return part.name === 'id' ? addedIds.has(part.value) : addedAttributes.has(part.name);
}

const isClass = ({ name, action }: AttributeSelector): boolean =>
  name === 'class' && action === AttributeAction.Element;

function withoutPrefix(part: Selector): Selector {
  if (part.type !== SelectorType.Attribute || !/^(?:class|id)$/.test(part.name) || !renamed.test(part.value))
    return part;
  return { ...part, value: part.value.replace(renamed, '') };
}

import type { Contact } from '@carrier-nest/sdk';
import { Link, useLocation } from 'wouter';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';

const columns = [
  { says: 'Address' },
  { says: 'Name', isMinor: true },
  { says: 'Tags', isMinor: true },
  { says: 'Marketing mail', width: 'slim' },
  { says: 'Known since', isMinor: true, width: 'time' },
] as const;

export function ContactTable({ caption, contacts }: { caption: string; contacts: readonly Contact[] }) {
  const [, navigate] = useLocation();
  return (
    <Table caption={caption} columns={columns}>
      {contacts.map((contact) => (
        <tr key={contact.id} className="opens" onClick={() => navigate(`/people/${contact.id}`)}>
          <th scope="row">
            <Link href={`/people/${contact.id}`} onClick={(event) => event.stopPropagation()}>
              {contact.email}
            </Link>
            <span className="under">{nameOf(contact)}</span>
            <span className="under">{contact.tags.join(', ')}</span>
          </th>
          <td className="minor">{nameOf(contact)}</td>
          <td className="minor">
            <Tags of={contact.tags} />
          </td>
          <td>
            <Wish of={contact} />
          </td>
          <td className="minor time">
            <Time at={contact.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

export const nameOf = ({ first_name, last_name }: Contact): string =>
  [first_name, last_name].filter(Boolean).join(' ');

const tagsShown = 4;

function Tags({ of: tags }: { of: readonly string[] }) {
  const more = tags.length - tagsShown;
  return (
    <span className="tags">
      {tags.slice(0, tagsShown).map((tag) => (
        <span key={tag} className="tag">
          {tag}
        </span>
      ))}
      {more > 0 && <span className="quiet">+{more}</span>}
    </span>
  );
}

/** Whether they want marketing mail. Suppressions are looked up on their own page. */
export function Wish({ of: { unsubscribed } }: { of: Contact }) {
  return unsubscribed ? (
    <Status of="rejected" says="Unsubscribed" />
  ) : (
    <Status of="active" says="Subscribed" />
  );
}

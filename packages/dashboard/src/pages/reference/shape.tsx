import { useState } from 'react';
import { Table } from '../../parts/table';
import { shapeIn, typeOf, type ApiDocument, type Schema } from './document';
import { Said } from './said';

interface ShapeProps {
  document: ApiDocument;
  schema: Schema;
  /** For who cannot see where it stands. */
  name: string;
}

const columns = [{ says: 'Field' }, { says: 'Type' }, { says: 'What it is' }] as const;

/** The fields of a body or an answer. What a field holds opens below it. */
export function Shape({ document, schema, name }: ShapeProps) {
  const shape = shapeIn(document, schema);
  if (!shape) return <p>{typeOf(schema)}</p>;
  const fields = Object.entries(shape.properties ?? {});
  const nested = fields.filter(([, field]) => shapeIn(document, field));
  return (
    <>
      <Table caption={`Fields of ${name}`} columns={columns}>
        {fields.map(([field, one]) => (
          <tr key={field}>
            <th scope="row">
              <code>{field}</code>
              {!shape.required?.includes(field) && <small>optional</small>}
            </th>
            <td>{typeOf(one)}</td>
            <td className="prose">
              <Said text={one.description} />
              {one.default !== undefined && <small>{`${JSON.stringify(one.default)} unless given`}</small>}
            </td>
          </tr>
        ))}
      </Table>
      {nested.map(([field, one]) => (
        <Nested key={field} document={document} schema={one} name={field} />
      ))}
    </>
  );
}

/** Written when it is opened: shapes may hold themselves. */
function Nested({ document, schema, name }: ShapeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <code>{name}</code>
      </summary>
      {isOpen && <Shape document={document} schema={schema} name={name} />}
    </details>
  );
}

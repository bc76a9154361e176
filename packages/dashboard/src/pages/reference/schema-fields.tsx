import { useState } from 'react';
import { Table } from '../../parts/table';
import { findObjectSchema, describeType, type ApiDocument, type Schema } from './document';
import { InlineMarkdown } from './inline-markdown';

interface SchemaFieldsProps {
  document: ApiDocument;
  schema: Schema;
  /** Names the table for screen readers. */
  name: string;
}

const columns = [{ label: 'Field' }, { label: 'Type' }, { label: 'Description' }] as const;

/** The fields of a request or response body. Nested objects open below the table. */
export function SchemaFields({ document, schema, name }: SchemaFieldsProps) {
  const objectSchema = findObjectSchema(document, schema);
  if (!objectSchema) return <p>{describeType(schema)}</p>;
  const fields = Object.entries(objectSchema.properties ?? {});
  const nested = fields.filter(([, fieldName]) => findObjectSchema(document, fieldName));
  return (
    <>
      <Table caption={`Fields of ${name}`} columns={columns}>
        {fields.map(([fieldName, fieldSchema]) => (
          <tr key={fieldName}>
            <th scope="row">
              <code>{fieldName}</code>
              {!objectSchema.required?.includes(fieldName) && <small>optional</small>}
            </th>
            <td>{describeType(fieldSchema)}</td>
            <td className="prose">
              <InlineMarkdown description={fieldSchema.description} />
              {fieldSchema.default !== undefined && (
                <small>{`Default: ${JSON.stringify(fieldSchema.default)}`}</small>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {nested.map(([fieldName, fieldSchema]) => (
        <NestedSchema key={fieldName} document={document} schema={fieldSchema} name={fieldName} />
      ))}
    </>
  );
}

/** Renders the fields only when opened, because schemas can be recursive. */
function NestedSchema({ document, schema, name }: SchemaFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <code>{name}</code>
      </summary>
      {isOpen && <SchemaFields document={document} schema={schema} name={name} />}
    </details>
  );
}

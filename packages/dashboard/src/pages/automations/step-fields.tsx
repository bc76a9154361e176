import type { Step, StepRequest, Template } from '@carrier-nest/sdk';
import { useEffect, useRef, useState } from 'react';
import type { FormValues } from '../../parts/form';
import { useRows } from '../../parts/use-rows';
import { StepField, type StepPosition } from './step-field';

const stepsMax = 20;

const emptyFirstStep: Step = { delay_minutes: 0, subject: '', html: '', template_slug: null };

interface StepFieldsProps {
  templates: readonly Template[];
  initial: readonly Step[] | undefined;
}

/** The steps in order. Buttons move a step, so that keyboard users can also reorder the steps. */
export function StepFields({ templates, initial = [emptyFirstStep] }: StepFieldsProps) {
  const { rows, add, remove, move } = useRows(initial);
  const [announcement, setAnnouncement] = useState('');
  const { list, focus } = useFocusAfterChange(rows);
  const moveStep = (key: number, position: number, offset: 1 | -1): void => {
    move(key, offset);
    setAnnouncement(`Moved to step ${position + 1 + offset} of ${rows.length}.`);
    const [sameButton, oppositeButton] = [offset, -offset].map(
      (direction) => `[data-step="${key}"] [data-move="${direction}"]:enabled`,
    );
    focus(sameButton, oppositeButton);
  };
  return (
    <fieldset className="part step-fields" ref={list}>
      <legend>Steps</legend>
      <ol>
        {rows.map(({ key, value }, index) => {
          const position: StepPosition = { index, total: rows.length };
          return (
            <li key={key} data-step={key}>
              <StepField
                position={position}
                step={value}
                templates={templates}
                onMove={(offset) => moveStep(key, index, offset)}
                onRemove={() => {
                  remove(key);
                  setAnnouncement(`Step ${index + 1} removed.`);
                  focus('[data-add]');
                }}
              />
            </li>
          );
        })}
      </ol>
      <p role="status" className="unseen">
        {announcement}
      </p>
      <AddStepButton isFull={rows.length >= stepsMax} onAdd={() => focus(`[data-step="${add()}"] input`)} />
    </fieldset>
  );
}

function AddStepButton({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  return (
    <div className="actions">
      <button type="button" data-add disabled={isFull} onClick={onAdd}>
        Add step
      </button>
      {isFull && <span className="quiet">An automation has at most {stepsMax} steps.</span>}
    </div>
  );
}

/** Keeps the focus on the button that moved a step, and moves the focus into an added step. */
function useFocusAfterChange(rows: unknown) {
  const list = useRef<HTMLFieldSetElement>(null);
  const pendingSelectors = useRef<readonly string[]>([]);
  useEffect(() => {
    const target = pendingSelectors.current
      .map((selector) => list.current?.querySelector<HTMLElement>(selector))
      .find((element) => element);
    pendingSelectors.current = [];
    target?.focus();
  }, [rows]);
  /** After the next change of the rows, focuses the first selector that matches. */
  const focus = (...selectors: (string | undefined)[]): void => {
    pendingSelectors.current = selectors.filter((selector) => selector !== undefined);
  };
  return { list, focus };
}

/** Reads the steps. Every step has every field, so values at the same index belong to the same step. */
export function readSteps(formValues: FormValues): StepRequest[] {
  const [waits, units, templates, htmls] = ['step_wait', 'step_unit', 'step_template', 'step_html'].map(
    (name) => formValues.all(name),
  );
  return formValues.all('step_subject').map((subject, index) => {
    const template = templates?.[index];
    return {
      delay_minutes: Number(waits?.[index]) * Number(units?.[index]),
      subject,
      ...(template ? { template_slug: template } : { html: htmls?.[index] ?? '' }),
    };
  });
}

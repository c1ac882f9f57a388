import type { ReactNode } from 'react';
import { Stack } from '../../components/stack.tsx';
import * as styles from './form-step.css.ts';

interface FormStepProps {
  /** Said by screen readers with the first field of the step. */
  title: string;
  isShown: boolean;
  children: ReactNode;
}

/**
 * One step of a form. Those that are not shown stay in the document: their fields keep what was typed, and a password manager
 * finds the e-mail beside the password.
 */
export function FormStep({ title, isShown, children }: FormStepProps) {
  return (
    <fieldset className={styles.step} hidden={!isShown}>
      <legend className={styles.title}>{title}</legend>
      <Stack>{children}</Stack>
    </fieldset>
  );
}

import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../theme/mixins.css.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import * as styles from './toast.css.ts';
import type { ToastData, Toaster, ToastVariant } from './toaster.ts';

const MAX_STACKED = 2;

const icons = { success: CircleCheck, error: CircleAlert, info: Info, warning: TriangleAlert } as const;

const isUrgent = (variant: ToastVariant) => variant === 'error' || variant === 'warning';

// Base UI takes its toasts for dialogs; as live regions they must not say so.
const notModal = { 'aria-modal': undefined };

interface ToastHostProps {
  toaster: Toaster;
}

/** Mounted once at the root. Timers pause while a pointer or a finger rests on the notices. */
export function ToastHost({ toaster }: ToastHostProps) {
  const { t } = useTranslation();
  // The effects of a child run first: by now the provider listens.
  useEffect(() => toaster.attach(), [toaster]);
  return (
    <Toast.Provider toastManager={toaster.manager} limit={MAX_STACKED}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label={t('toast.region')}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { t } = useTranslation();
  const { toasts, close } = Toast.useToastManager<ToastData>();
  return toasts.map((toast) => {
    const variant = toast.data?.variant ?? 'info';
    const Icon = icons[variant];
    const action = toast.data?.action;
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className={styles.toast}
        role={isUrgent(variant) ? 'alert' : 'status'}
        {...notModal}
        swipeDirection="up"
      >
        <span className={styles.icon[variant]}>
          {toast.data?.icon ?? <Icon size={20} aria-hidden="true" />}
        </span>
        <p className={styles.message}>
          <span className={visuallyHidden}>{t(`toast.${variant}`)}: </span>
          {toast.title}
        </p>
        {action && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              close(toast.id);
              action.onPress();
            }}
          >
            {action.label}
          </Button>
        )}
        {/* Not Base UI's own close button, which hides from screen readers until the stack is focused. */}
        <IconButton
          variant="soft"
          label={t('action.close')}
          icon={<X size={18} aria-hidden="true" />}
          onClick={() => close(toast.id)}
        />
      </Toast.Root>
    );
  });
}

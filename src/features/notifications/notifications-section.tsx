import { BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../components/section.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import {
  canPush,
  isPushDenied,
  isSubscribed,
  subscribePush,
  switchPushOff,
} from '../../session/push-subscription.ts';
import { useServices } from '../../session/services.tsx';

/** Push on this device: asked for by a tap on what says why (docs/decisions/0011). */
export function NotificationsSection() {
  const { t } = useTranslation();
  const { api, session, toaster } = useServices();
  const [isOn, setIsOn] = useState<boolean>();
  const [isBusy, setIsBusy] = useState(false);
  const [isDenied, setIsDenied] = useState(isPushDenied);
  useEffect(() => {
    let isCurrent = true;
    void isSubscribed().then((is) => {
      if (isCurrent) setIsOn(is);
    });
    return () => {
      isCurrent = false;
    };
  }, []);

  const turnOn = async (token: string) => {
    const outcome = await subscribePush(api, token);
    setIsOn(outcome === 'subscribed');
    setIsDenied(outcome === 'denied');
    if (outcome === 'denied') toaster.show({ message: t('permission.denied'), variant: 'error' });
    if (outcome === 'dismissed') toaster.show({ message: t('permission.dismissed'), variant: 'warning' });
    if (outcome === 'unreachable') toaster.show({ message: t('notifications.later'), variant: 'error' });
  };
  const change = async (wanted: boolean) => {
    const token = session.token();
    if (token === null || isBusy) return;
    setIsBusy(true);
    try {
      if (wanted) await turnOn(token);
      else {
        await switchPushOff(api, token);
        setIsOn(false);
      }
    } finally {
      setIsBusy(false);
    }
  };
  const hintOf = (): string | undefined => {
    if (!canPush()) return t('notifications.unsupported');
    // A browser that was told no does not ask again: a member who changes their mind has to know where.
    return isDenied ? t('notifications.blocked') : undefined;
  };
  const hint = hintOf();
  return (
    <Section note={t('notifications.why')}>
      <SwitchRow
        anchor="push"
        leading={<BellRing size={22} />}
        label={t('notifications.onThisDevice')}
        {...(hint === undefined ? {} : { hint })}
        isOn={isOn ?? false}
        isDisabled={!canPush() || isOn === undefined || isBusy}
        onChange={(wanted) => void change(wanted)}
      />
    </Section>
  );
}

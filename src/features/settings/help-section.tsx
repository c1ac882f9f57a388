import { Link } from '@tanstack/react-router';
import { ChevronRight, FlaskConical, Stethoscope } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLabOn, switchLab } from '../../app/lab-switch.ts';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';

/** Shows that nothing is lost: the Sync Doctor, and the lab of testers. */
export function HelpSection() {
  const { t } = useTranslation();
  const onward = <ChevronRight size={20} aria-hidden="true" />;
  return (
    <Section>
      <ListRow
        anchor="doctor"
        isCompact
        leading={<Stethoscope size={22} aria-hidden="true" />}
        title={t('doctor.open')}
        trailing={onward}
        render={<Link to="/profile/sync-doctor" />}
      />
      {isLabOn() ? (
        <ListRow
          anchor="lab"
          isCompact
          leading={<FlaskConical size={22} aria-hidden="true" />}
          title={t('lab.title')}
          trailing={onward}
          render={<Link to="/profile/network-lab" />}
        />
      ) : (
        <SwitchRow
          anchor="lab"
          leading={<FlaskConical size={22} />}
          label={t('lab.on')}
          hint={t('lab.onHint')}
          isOn={false}
          onChange={switchLab}
        />
      )}
    </Section>
  );
}

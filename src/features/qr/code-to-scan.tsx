import { useTranslation } from 'react-i18next';
import { formatQrId } from '../../../protocol/index.ts';
import { QrCode } from '../../components/qr-code.tsx';
import { type QrLinkKind, qrAddress } from '../../session/qr-link.ts';
import * as styles from './qr.css.ts';

interface CodeToScanProps {
  kind: QrLinkKind;
  id: string;
}

/** A code for another device to scan, and the same to type. It holds an id and no token (docs/decisions/0008). */
export function CodeToScan({ kind, id }: CodeToScanProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.code}>
      <QrCode text={qrAddress(kind, location.origin, id)} label={t('qr.codeLabel')} />
      <details className={styles.typed}>
        <summary className={styles.summary}>{t('qr.showAsText')}</summary>
        <p className={styles.text}>{formatQrId(id)}</p>
      </details>
    </div>
  );
}

import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cutText } from '../../../protocol/index.ts';
import { type PostDraftVersion, shownText } from '../../../sync/index.ts';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { usePostDraftVersions } from '../../queries/posts.ts';
import { DraftPictures } from '../media/draft-pictures.tsx';
import { RowList } from '../shell/row-list.tsx';
import { When } from '../shell/when.tsx';

interface DraftVersionsProps {
  draftId: string;
  onRestore: (version: PostDraftVersion) => void;
}

/** What a draft said before: a passage that went, or the words of another tab. Nothing while there is none. */
export function DraftVersions({ draftId, onRestore }: DraftVersionsProps) {
  const { t } = useTranslation();
  const versions = usePostDraftVersions(draftId);
  const [isOpen, setIsOpen] = useState(false);
  if (!versions || versions.length === 0) return null;
  return (
    <>
      <Button
        type="button"
        variant="quiet"
        size="sm"
        icon={<History size={18} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('posts.versions', { count: versions.length })}
      </Button>
      <Sheet
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('posts.versionsTitle')}
        description={t('posts.versionsHint')}
      >
        <RowList items={versions} keyOf={(version) => String(version.at)}>
          {(version) => (
            <ListRow
              isWrapping
              title={cutText(shownText(version.content), 300)}
              subtitle={
                <>
                  <When at={version.at} />
                  {version.files && <DraftPictures files={version.files} />}
                </>
              }
              actions={
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => {
                    onRestore(version);
                    setIsOpen(false);
                  }}
                >
                  {t('posts.useVersion')}
                </Button>
              }
            />
          )}
        </RowList>
      </Sheet>
    </>
  );
}

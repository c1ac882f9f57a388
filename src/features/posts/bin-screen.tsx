import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cutText } from '../../../protocol/index.ts';
import { shownText } from '../../../sync/index.ts';
import { useBack } from '../../app/use-back.ts';
import { useSaySuccess } from '../../app/use-say-success.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { useBin } from '../../queries/posts.ts';
import { useUnknownList } from '../../queries/unknown-list.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { RowList } from '../shell/row-list.tsx';
import { When } from '../shell/when.tsx';

/** `/posts/bin`: what I have deleted, for 30 days. */
export function BinScreen() {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const saySuccess = useSaySuccess();
  const posts = useBin();
  const unknown = useUnknownList();
  const back = useBack('/posts');
  const [asked, setAsked] = useState<string | null>(null);
  const restore = async (id: string) => {
    await engine.mutate('restorePost', { id });
    toaster.show({ message: t('posts.restored'), variant: 'success' });
  };
  const removeForever = async (id: string) => {
    setAsked(null);
    await engine.mutate('deletePost', { id });
    saySuccess('postDeleted');
  };
  return (
    <Screen
      width="narrow"
      isPadded
      header={<AppHeader title={t('posts.bin')} back={{ onPress: back }} status={<ConnectionStrip />} />}
    >
      {posts === undefined || (posts.length === 0 && unknown === 'pulling') ? (
        <SkeletonList rows={2} />
      ) : posts.length === 0 ? (
        <EmptyState
          icon={<Trash2 size={32} />}
          line={t(unknown === null ? 'posts.binEmpty' : 'posts.offline')}
          hint={t('posts.binHint')}
        />
      ) : (
        <Section title={t('posts.binHint')}>
          <ArrowRows>
            <RowList items={posts} keyOf={(post) => post.id}>
              {(post) => (
                <ListRow
                  isWrapping
                  title={cutText(shownText(post.content), 200)}
                  subtitle={<When at={Date.parse(post.deletedAt ?? post.createdAt)} />}
                  actions={
                    <>
                      <Button size="sm" variant="secondary" onClick={() => void restore(post.id)}>
                        {t('posts.restore')}
                      </Button>
                      <Button size="sm" variant="dangerQuiet" onClick={() => setAsked(post.id)}>
                        {t('posts.deleteForever')}
                      </Button>
                    </>
                  }
                />
              )}
            </RowList>
          </ArrowRows>
        </Section>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={t('posts.deleteForeverTitle')}
        body={t('posts.deleteForeverBody')}
        confirmLabel={t('posts.deleteForever')}
        tone="danger"
        onConfirm={() => asked !== null && void removeForever(asked)}
      />
    </Screen>
  );
}

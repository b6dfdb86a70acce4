CREATE TABLE "article_tags" (
	"article_id" uuid NOT NULL,
	"slug" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"publish_date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "article_tags_article_id_slug_pk" PRIMARY KEY("article_id","slug")
);
--> statement-breakpoint
ALTER TABLE "article_tags" ADD CONSTRAINT "article_tags_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_tags_by_slug" ON "article_tags" USING btree ("slug","publish_date","article_id");--> statement-breakpoint

-- The same result on every server, whatever its locale and version: so no lower(), no character class. Letters of ASCII lose
-- their accents, as in `slugify`; other letters stay as they are, in lower case.
create function tag_slug(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  slug text := translate(
    normalize(name, NFKD),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖøđðłıẞ',
    'abcdefghijklmnopqrstuvwxyzædoþdħlŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆoddliß'
  );
begin
  slug = replace(replace(replace(replace(slug, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  slug = normalize(regexp_replace(slug, '([a-z])[\u0300-\u036F]+', '\1', 'g'), NFC);
  -- Everything in ASCII but letters and digits, then punctuation and symbols: Latin, Armenian, Hebrew, Arabic, Devanagari,
  -- Ethiopic, general (with arrows and drawings), East Asian, private use, forms, specials, emoji and invisible tags.
  slug = regexp_replace(slug, '[\u0001-\u002F\u003A-\u0060\u007B-\u00BF\u00D7\u00F7\u02B9-\u02FF\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05F3\u05F4\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u1360-\u1368\u2000-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u30FB\uE000-\uF8FF\uFE00-\uFE6F\uFEFF\uFFF0-\uFFFF\U0001F000-\U0001FBFF\U000E0000-\U000E0FFF]', '-', 'g');
  -- Accents after a hyphen belong to no letter.
  slug = regexp_replace(slug, '(^|-)[-\u0300-\u036F]*', '-', 'g');
  return rtrim(left(ltrim(slug, '-'), 80), '-');
end
$$;
--> statement-breakpoint

create function update_article_tags() returns trigger language plpgsql as $$
begin
  delete from article_tags where article_id = new.id;
  if not new.is_draft then
    insert into article_tags (article_id, slug, name, publish_date)
    select new.id, tag_slug(tag), tag, new.publish_date
    from unnest(new.tags) with ordinality as tags(tag, position)
    where tag_slug(tag) <> ''
    order by position
    on conflict do nothing;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger articles_tags_on_insert after insert on articles
for each row when (not new.is_draft and new.tags <> '{}')
execute function update_article_tags();
--> statement-breakpoint
create trigger articles_tags_on_update after update on articles
for each row when (
  (old.tags, old.is_draft, old.publish_date) is distinct from (new.tags, new.is_draft, new.publish_date)
)
execute function update_article_tags();
--> statement-breakpoint

-- Computes each slug once: an archive has few tags and many articles.
with names as materialized (
  select name, tag_slug(name) as slug from (select distinct unnest(tags) as name from articles where not is_draft) as used
)
insert into article_tags (article_id, slug, name, publish_date)
select articles.id, names.slug, names.name, articles.publish_date
from articles cross join unnest(articles.tags) with ordinality as tags(tag, position)
join names on names.name = tags.tag
where not articles.is_draft and names.slug <> ''
order by articles.id, position
on conflict do nothing;

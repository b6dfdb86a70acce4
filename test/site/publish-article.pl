# Creates, publishes and reads an article with a client that OpenAPI::Client generates from the OpenAPI document.
use strict;
use warnings;
use Mojo::JSON qw(encode_json);
use OpenAPI::Client;

my ($document, $site, $token, $category) = @ARGV;
my $client = OpenAPI::Client->new($document, base_url => Mojo::URL->new("$site/api"));
my %editor = (Authorization => "Bearer $token");
$client->on(after_build_tx => sub {
  my ($self, $tx) = @_;
  $tx->req->headers->header($_ => $editor{$_}) for keys %editor;
});

sub result {
  my ($tx) = @_;
  die $tx->req->method, ' ', $tx->req->url, ': ', $tx->res->code // '', ' ', $tx->res->body, "\n"
    if $tx->error;
  return $tx->res->json;
}

my $draft = result($client->postNewsroomArticles({}, json => {
  category_slug => $category,
  slug          => 'written-by-a-program',
  title         => 'Written by a program',
  excerpt       => 'In another language.',
  content       => '<p>It works.</p>',
  is_draft      => Mojo::JSON->true,
}));
my $article = result($client->putNewsroomArticlesById(
  {id => $draft->{id}, 'if-match' => "\"$draft->{revision}\""},
  json => {%$draft, is_draft => Mojo::JSON->false},
));
%editor = ();
my $read = result($client->getArticlesBySlug({slug => $article->{slug}}));
print encode_json({draft => $draft, article => $article, read => $read});

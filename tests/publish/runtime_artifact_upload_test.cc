#include "publish/runtime_artifact_upload.h"

#include <gtest/gtest.h>

#include "../base/scripted_wire.h"
#include "base/hash.h"

namespace jitgate::publish {
namespace {

using base::HttpFault;
using testing::Step;

RuntimeAccess access() {
  return {"https://results.example", *base::Token::of("secret", "ACTIONS_RUNTIME_TOKEN"), "run", "job"};
}

const Step kCreated{200, R"({"ok":true,"signed_upload_url":"https://blob.example/a?se=1&sig=s%2Bx%3D"})"};
const Step kPut{201};
const Step kFinal{200, R"({"ok":true,"artifact_id":"77"})"};
const Step kNone{200, R"({"artifacts":[]})"};
const Step kTaken{409, R"({"code":"already_exists","msg":"an artifact with this name already exists"})"};

struct Done {
  base::Result<UploadedArtifact> result = base::fail("not run");
  std::vector<base::HttpRequest> asked;
  double seconds = 0;
};

Done upload(std::deque<Step> steps, const std::string& zip = "zip", base::Duration limit = 10 * base::kMinute) {
  testing::ScriptedWire wire;
  wire.steps = std::move(steps);
  testing::SlowMotion time;
  base::HttpClient client(wire, time.world());
  Done done;
  done.result = upload_artifact(client, access(), {"events", zip, {}}, limit);
  done.asked = wire.asked;
  done.seconds = time.seconds();
  return done;
}

TEST(RuntimeArtifactUpload, GoesOnThroughWhatTheWayDoes) {
  const Step reset{0, "", {}, HttpFault::broken};
  const Step nowhere{0, "", {}, HttpFault::resolve};
  const Step page{403, "<html>blocked for a moment</html>"};
  const Step busy{503, R"({"code":"unavailable"})"};
  const Step sas{403, "<Error><Code>AuthenticationFailed</Code></Error>"};
  const Step refused{403, R"({"code":"permission_denied","msg":"no"})"};
  const Step listed{200, R"({"artifacts":[{"name":"events","databaseId":88,"size":"3","digest":"sha256:)" +
                             base::sha256_hex("zip") + "\"}]}"};
  struct Row {
    const char* what;
    std::deque<Step> steps;
    const char* name;
    const char* id;
  };
  const Row rows[] = {
      {"as it should be", {kCreated, kPut, kPut, kFinal}, "events", "77"},
      {"Create breaks", {reset, nowhere, kCreated, kPut, kPut, kFinal}, "events", "77"},
      {"a page in between", {page, busy, kCreated, kPut, kPut, kFinal}, "events", "77"},
      {"the name is taken", {kTaken, kTaken, kCreated, kPut, kPut, kFinal}, "events-r3", "77"},
      {"a block breaks", {kCreated, busy, reset, kPut, kPut, kFinal}, "events", "77"},
      {"the address has expired", {kCreated, sas, kCreated, kPut, kPut, kFinal}, "events-r2", "77"},
      {"Finalize breaks and was not done", {kCreated, kPut, kPut, reset, kNone, kFinal}, "events", "77"},
      {"Finalize breaks and was done", {kCreated, kPut, kPut, reset, listed}, "events", "88"},
      {"Finalize is refused for good",
       {kCreated, kPut, kPut, refused, kNone, refused, kNone, refused, kNone, kCreated, kPut, kPut, kFinal},
       "events-r2",
       "77"},
      {"other casing",
       {Step{200, R"({"ok":true,"signedUploadUrl":"https://blob.example/a?sig=1","more":{}})"}, kPut, kPut,
        Step{200, R"({"ok":true,"artifactId":9007199254740993})"}},
       "events",
       "9007199254740993"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    const Done done = upload(row.steps);
    ASSERT_TRUE(done.result) << done.result.error().what;
    EXPECT_EQ(done.result->name, row.name);
    EXPECT_EQ(done.result->id, row.id);
    EXPECT_EQ(done.asked.size(), row.steps.size());
    for (const base::HttpRequest& request : done.asked) {
      const bool storage = request.url.starts_with("https://blob.example/");
      EXPECT_EQ(request.token.empty(), storage) << request.url;
      if (storage) {
        EXPECT_TRUE(request.url.starts_with("https://blob.example/a?")) << request.url;
      }
    }
  }
}

TEST(RuntimeArtifactUpload, KnowsWhenNothingHelps) {
  struct Row {
    const char* what;
    std::deque<Step> steps;
    std::size_t asked;
    const char* says;
  };
  const Step busy{503, R"({"code":"unavailable"})"};
  const Row rows[] = {
      {"quota", {{403, R"({"code":"x","msg":"insufficient usage to create artifact"})"}}, 1, "insufficient usage"},
      {"refused", {{401, R"({"code":"unauthenticated","msg":"bad token"})"}}, 1, "bad token"},
      {"down", {busy, busy, busy, busy, busy}, 5, "503"},
      {"no address", {{200, R"({"ok":true})"}}, 1, "no address"},
      {"not ok", {kCreated, kPut, kPut, {200, R"({"ok":false})"}, kNone, busy, busy, busy, busy, busy}, 10, "503"},
      {"the storage refuses", {kCreated, {400, "<Error/>"}}, 2, "the storage answers 400"},
      {"asks for an hour", {{503, "{}", {{"Retry-After", "3600"}}}}, 1, "asks to wait"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    const Done done = upload(row.steps);
    ASSERT_FALSE(done.result);
    EXPECT_EQ(done.asked.size(), row.asked);
    EXPECT_NE(done.result.error().what.find(row.says), std::string::npos) << done.result.error().what;
    EXPECT_EQ((done.result.error().what + done.result.error().where).find("sig="), std::string::npos);
  }
}

TEST(RuntimeArtifactUpload, JobsOfANestedMatrixShareAName) {
  std::deque<Step> steps(63, kTaken);
  steps.insert(steps.end(), {kCreated, kPut, kPut, kFinal});
  const Done done = upload(steps);
  ASSERT_TRUE(done.result) << done.result.error().what;
  EXPECT_EQ(done.result->name, "events-r64");
  const Done never = upload(std::deque<Step>(64, kTaken));
  ASSERT_FALSE(never.result);
  EXPECT_EQ(never.asked.size(), 64U);
}

TEST(RuntimeArtifactUpload, EndsWithItsTime) {
  std::deque<Step> steps;
  for (int i = 0; i < 3; ++i) {
    for (const Step& step : {kCreated, kPut, kPut}) steps.push_back(step);
    for (int k = 0; k < 3; ++k) {
      steps.push_back({0, "", {}, HttpFault::timeout});
      steps.push_back(kNone);
    }
  }
  const Done done = upload(steps, "zip", base::kSecond);
  ASSERT_FALSE(done.result);
  EXPECT_LT(done.seconds, 10);
  EXPECT_LT(done.asked.size(), 12U);
}

TEST(RuntimeArtifactUpload, SendsBlocksAndTheirListInOrder) {
  const std::string zip(20'000'000, 'z');
  const Done done = upload({kCreated, kPut, kPut, kPut, kPut, kFinal}, zip);
  ASSERT_TRUE(done.result) << done.result.error().what;
  std::string bytes;
  std::string list;
  for (std::size_t i = 1; i <= 3; ++i) {
    const std::string& url = done.asked[i].url;
    const std::string id = url.substr(url.find("blockid=") + 8);
    EXPECT_EQ(id.size(), 64U);
    EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_LE(done.asked[i].body.size(), std::size_t{8} << 20U);
    bytes += done.asked[i].body;
    list += "<Latest>" + id + "</Latest>";
  }
  EXPECT_EQ(bytes, zip);
  EXPECT_NE(done.asked[4].body.find("<BlockList>" + list + "</BlockList>"), std::string::npos);
  EXPECT_NE(done.asked[5].body.find("\"size\":\"20000000\""), std::string::npos);
  // An empty blob is a list of no blocks.
  const Done empty = upload({kCreated, kPut, kFinal}, "");
  ASSERT_TRUE(empty.result);
  EXPECT_NE(empty.asked[1].body.find("<BlockList></BlockList>"), std::string::npos);
}

TEST(RuntimeArtifactUpload, MakesNamesThatEveryServiceTakes) {
  EXPECT_EQ(artifact_name("a/b:c \"1/5\"\r\n"), "a_b_c__1_5___");
  EXPECT_EQ(artifact_name(".."), "jitgate..");
  EXPECT_EQ(artifact_name(""), "jitgate");
  EXPECT_EQ(artifact_name(std::string(500, 'x')).size(), 120U);
  EXPECT_EQ(artifact_name("\xE4\xB8\xAD"), "___");
}

std::optional<RuntimeAccess> access_of(const std::string& token, const std::string& url = "https://r.example/x/") {
  const auto read = runtime_access([&](const char* name) -> std::optional<std::string> {
    return std::string_view(name) == "ACTIONS_RUNTIME_TOKEN" ? token : url;
  });
  return read ? *read : std::nullopt;
}

TEST(RuntimeArtifactAccess, ReadsTheScope) {
  // {"scp":"Actions.Example Actions.Results:run-1:job-1"} and {"scp":"Actions.Results:run-1"}
  const auto found = access_of("e30.eyJzY3AiOiJBY3Rpb25zLkV4YW1wbGUgQWN0aW9ucy5SZXN1bHRzOnJ1bi0xOmpvYi0xIn0.s");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->run, "run-1");
  EXPECT_EQ(found->job, "job-1");
  EXPECT_EQ(found->origin, "https://r.example");
  for (const char* token : {"", "x", "e30.e30.s", "e30.!!.s", "e30.eyJzY3AiOiJBY3Rpb25zLlJlc3VsdHM6cnVuLTEifQ.s"})
    EXPECT_FALSE(access_of(token)) << token;
}

}  // namespace
}  // namespace jitgate::publish
